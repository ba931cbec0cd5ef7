"""How an entry stands follows from its record and its programs as they are now."""

import pytest

from kb.catalogue.loading.loader import load
from kb.runner.planning.plan import plan_for
from kb.runner.recording.record import append
from kb.runner.recording.standing import standing
from tests.contents import edit, write_entry
from tests.runner.entries import SAMPLE, write_reproduction


def record(content, verdict="verified", shown="its failure", showed=1, tries=1, evidence=SAMPLE, digest=None):
    plan = plan_for(load(content).entries[0])
    broken = {"evidence": [f"line 1: {evidence}"], "shown": shown, "showed": showed, "tries": tries}
    line = {"date": "2026-11-21", "verdict": verdict, "environment": {}, "broken": broken}
    append(plan, line | {"entry_digest": digest or plan.digest()})


def now(content):
    return standing(load(content).entries[0])


def test_without_programs_the_reason_is_told(content):
    write_entry(content, "it")

    assert (now(content).word, now(content).reason) == ("not reproduced", "needs a widget")


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ({}, "verified"),
        ({"verdict": "failed", "shown": "no failure"}, "failed"),
        ({"verdict": "failed"}, "failed"),
        ({"digest": "of an older program"}, "stale"),
        ({"evidence": "another message altogether"}, "stale"),
    ],
)
def test_a_record_counts_for_the_programs_as_they_are(content, line, word):
    write_reproduction(content)
    assert now(content).word == "never run"

    record(content, **line)

    assert now(content).word == word


def test_a_signature_that_was_added_makes_nothing_stale(content):
    path = write_reproduction(content)
    record(content)
    edit(
        path,
        "    proof: decisive\n",
        "    proof: decisive\n  - line: the widget is quite out of order\n    proof: decisive\n",
    )

    assert now(content).word == "verified"


def test_only_a_run_without_any_failure_revokes(content):
    write_reproduction(content)
    record(content)
    record(content, verdict="failed", shown="another failure", showed=0)

    assert now(content).word == "verified"
    assert now(content).news["broken"]["shown"] == "another failure"

    record(content, verdict="failed", shown="nothing", showed=0)
    assert now(content).word == "verified"

    record(content, verdict="failed", shown="no failure", showed=0)
    assert now(content).word == "failed" and now(content).news is None


def test_the_share_of_runs_that_showed_it_is_kept(content):
    write_reproduction(content)
    record(content, showed=1, tries=3)
    record(content)

    assert now(content).showed == (2, 4)
