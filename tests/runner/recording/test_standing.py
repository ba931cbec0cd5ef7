"""How an entry stands follows from its record and its programs as they are now."""

import pytest

from kb.catalogue.loader import load
from kb.runner.planning.plan import plan_for
from kb.runner.recording.record import append
from kb.runner.recording.standing import standing
from tests.contents import write_entry
from tests.runner.entries import write_reproduction


def test_without_programs_the_reason_is_told(content):
    write_entry(content, "it")

    now = standing(load(content).entries[0])

    assert (now.word, now.reason) == ("not reproduced", "needs a widget")


@pytest.mark.parametrize(
    ("verdict", "digest", "word"),
    [("verified", None, "verified"), ("failed", None, "failed"), ("verified", "of an older program", "stale")],
)
def test_a_record_counts_for_the_programs_as_they_are(content, verdict, digest, word):
    write_reproduction(content)
    (entry,) = load(content).entries
    assert standing(entry).word == "never run"

    plan = plan_for(entry)
    record = {"date": "2026-11-21", "verdict": verdict, "environment": {}, "entry_digest": digest or plan.digest()}
    append(plan, record)

    assert standing(entry).word == word
