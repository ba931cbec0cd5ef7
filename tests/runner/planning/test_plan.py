"""An entry's folder says what to run; whatever could change the outcome changes the digest."""

import pytest

from kb.catalogue.loader import load
from kb.runner.planning.plan import plan_for
from tests.contents import edit, write_entry
from tests.runner.entries import plan_of, write_reproduction


def test_both_programs_make_a_plan(content):
    plan = plan_of(content)

    assert (plan.broken.name, plan.fixed.name, plan.how.seconds) == ("broken.py", "fixed.py", 20)
    assert [path.name for path in plan.files] == ["broken.py", "fixed.py"]


def test_an_entry_without_programs_has_no_plan(content):
    write_entry(content, "it")

    assert plan_for(load(content).entries[0]) is None


@pytest.mark.parametrize(
    ("file", "old", "new", "changes"),
    [
        ("broken.py", "loads", "load", True),
        ("entry.md", "seconds: 20", "seconds: 21", True),
        ("entry.md", "Expecting value", "Expecting some value", True),
        ("entry.md", "The widget is cold to the touch.", "The widget is quite cold to the touch.", False),
    ],
    ids=["program", "way of running", "proof", "prose"],
)
def test_what_changes_the_digest(content, file, old, new, changes):
    path = write_reproduction(content)
    before = plan_for(load(content).entries[0]).digest()

    edit(path.parent / file, old, new)

    assert (plan_for(load(content).entries[0]).digest() != before) is changes
