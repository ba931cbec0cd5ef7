"""Whether to start a job again follows the line that proves the failure, where that line decides it."""

import json

import pytest

from kb.agents.facts import facts
from kb.diagnosis.reports.github_report import annotations
from kb.diagnosis.reports.json_report import as_json
from kb.diagnosis.reports.markdown_report import as_markdown
from kb.diagnosis.reports.text_report import as_text
from kb.pages.answers.result import result_page

ENDED = "slurmstepd: error: *** JOB 12345 ON node01 CANCELLED AT 2026-11-21T09:00:00 DUE TO {} ***\n"
PREEMPTED, AT_ITS_LIMIT = ENDED.format("PREEMPTION"), ENDED.format("TIME LIMIT")
TOLD_TO_STOP = "Received 15 death signal, shutting down workers\n"


@pytest.mark.parametrize(
    ("log", "verdict"),
    [
        (PREEMPTED, "as-is"),
        (AT_ITS_LIMIT, "change-first"),
        (TOLD_TO_STOP, "change-first"),
        (PREEMPTED + TOLD_TO_STOP, "as-is"),
        (TOLD_TO_STOP + PREEMPTED, "as-is"),
        (PREEMPTED + "step 1\n" + AT_ITS_LIMIT, "change-first"),
    ],
)
def test_the_last_line_with_a_verdict_of_its_own_decides(matcher, log, verdict):
    best = matcher.match_text(log).best

    assert (best.slug, best.retry) == ("launcher-signal-hangup", verdict)


def test_every_report_says_the_same(matcher, catalogue):
    answer = matcher.match_text(PREEMPTED)
    told = (as_text(answer), as_markdown(answer, ""), annotations(answer, {}, ""), facts(answer))

    for text in told:
        assert "Retry as it is" in text and "Do not retry unchanged" not in text
    assert json.loads(json.dumps(as_json(answer)))["matches"][0]["retry"] == "as-is"
    assert result_page(answer, catalogue).best.card.retry.key == "as-is"
