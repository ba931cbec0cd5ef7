"""A job that stood still before it was ended is told so, above what the end itself asks for."""

from datetime import datetime, timedelta

import pytest

from kb.diagnosis.frozen.silence import lasting
from kb.diagnosis.reports.json_report import as_json
from kb.diagnosis.reports.markdown_report import as_markdown
from kb.diagnosis.reports.text_report import as_text

BEGAN = datetime(2026, 11, 20, 21, 0)
STEPS = [f"{BEGAN + timedelta(minutes=n)} step {n} loss 2.0\n" for n in range(58)]
ENDED = "slurmstepd: error: *** JOB 1 ON n1 CANCELLED AT 2026-11-21T09:00:00 DUE TO TIME LIMIT ***\n"
SAID = "Nothing was printed for 11 hours 3 minutes before the job was ended (line 58)"


def test_the_silence_stands_in_every_report(matcher):
    answer = matcher.match_text("".join([*STEPS, ENDED]))

    assert answer.best.slug == "launcher-signal-hangup"
    assert all(SAID in " ".join(text.split()) for text in (as_text(answer), as_markdown(answer, "")))
    assert as_json(answer)["stood_still"]["seconds"] == 39780


@pytest.mark.parametrize(
    "lines",
    [
        [*STEPS, ENDED, "step 58 loss 2.0\n", "step 59 loss 2.0\n"],
        [*STEPS, "RuntimeError: Address already in use\n", ENDED],
        [*STEPS[:20], "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB\n", ENDED],
    ],
    ids=["it went on", "another failure", "out of memory"],
)
def test_where_more_is_known_silence_says_nothing(matcher, lines):
    assert matcher.match_text("".join(lines)).stood_still is None


def test_of_several_files_none_went_on_to_the_end(matcher):
    silent, going_on = "".join([*STEPS, ENDED]), "".join(STEPS)

    assert matcher.match([("rank0.log", silent), ("rank1.log", silent)]).stood_still.file == "rank0.log"
    assert matcher.match([("rank0.log", silent), ("rank1.log", going_on)]).stood_still is None


@pytest.mark.parametrize(
    ("seconds", "words"), [(10, "1 minute"), (3600, "1 hour"), (7260, "2 hours 1 minute"), (172800, "48 hours")]
)
def test_times_are_said_in_words(seconds, words):
    assert lasting(seconds) == words
