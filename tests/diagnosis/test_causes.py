"""What a run got over did not end it; one that finished, and that nobody complains of, has no failure at all."""

import pytest

OOM = "WARNING: skipping batch, CUDA out of memory. Tried to allocate 1.50 GiB\n"
WENT_ON = "step 101 loss 2.1\nstep 5000 loss 1.1\n"
OWN = 'Traceback (most recent call last):\n  File "train.py", line 60, in train\n    x = table[i]\nKeyError: 7\n'
TIME_LIMIT = "slurmstepd: error: *** JOB 1 ON n1 CANCELLED AT 2026-11-20T12:02:00 DUE TO TIME LIMIT ***\n"


def slugs(matches):
    return [match.slug for match in matches]


def test_what_training_went_on_behind_is_not_what_ended_the_job(matcher):
    answer = matcher.match_text(OOM + WENT_ON + OWN)
    assert (answer.best, answer.own_exception.text, slugs(answer.got_over)) == (
        None,
        "KeyError: 7",
        ["cuda-out-of-memory"],
    )
    answer = matcher.match_text(OOM + WENT_ON + TIME_LIMIT)
    assert answer.best.slug != "cuda-out-of-memory" and slugs(answer.got_over) == ["cuda-out-of-memory"]


@pytest.mark.parametrize(
    "text",
    [
        OOM,
        WENT_ON + OOM,
        OOM + WENT_ON + OOM,
        OOM + "step 101 loss 2.1\n",
        (OOM + WENT_ON) * 30 + OOM,
        OOM * 150 + WENT_ON,
    ],
    ids=["alone", "last", "again", "one step", "the thirty-first time", "too often to see its last"],
)
def test_what_stands_at_the_end_did(matcher, text):
    answer = matcher.match_text(text)
    assert (answer.best.slug, answer.got_over) == ("cuda-out-of-memory", ())


def test_a_message_above_a_log_may_be_what_somebody_asks_about(matcher):
    title = "CUDA out of memory. Tried to allocate 1.50 GiB\n"
    assert matcher.match_text(title + WENT_ON).best.slug == "cuda-out-of-memory"
    assert matcher.match_text(f"starting\n{title}{WENT_ON}").got_over


@pytest.mark.parametrize("log", [WENT_ON, OOM + WENT_ON])
def test_of_a_run_that_finished_nothing_is_guessed(matcher, log):
    answer = matcher.match_text(f"{log}Training finished, best acc 0.91\n")
    assert answer.finished and not answer.matches and answer.differential is None


@pytest.mark.parametrize(
    "text",
    [
        f"After the last epoch my job hangs and never exits, here is the log\n{WENT_ON}Training finished\n",
        f"Training finished\n{WENT_ON}",
        f"{WENT_ON}Training finished\n{OWN}",
        f"{WENT_ON}Training finished\nSegmentation fault (core dumped)\n",
    ],
    ids=["somebody complains", "another run behind it", "an exception behind it", "an error behind it"],
)
def test_otherwise_it_did_not_end_well(matcher, text):
    assert not matcher.match_text(text).finished
