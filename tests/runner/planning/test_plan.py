"""An entry's folder says what to run; whatever could change the outcome changes the digest."""

import pytest

from kb.catalogue.loading.loader import load
from kb.runner.planning.plan import plan_for
from tests.contents import edit, write_entry
from tests.runner.entries import plan_of, write_reproduction


def test_both_programs_make_a_plan(content):
    plan = plan_of(content)

    assert (plan.broken.name, plan.fixed.name, plan.how.seconds) == ("broken.py", "fixed.py", 20)
    assert [path.name for path in plan.files] == ["broken.py", "fixed.py"]


BESIDE = [".DS_Store", "broken.py~", ".broken.py.swp", "fixed.py.orig", "entry.zh.md", "reported.txt"]


@pytest.mark.parametrize("name", BESIDE)
def test_what_an_editor_leaves_is_no_part_of_it(content, name):
    before = plan_of(content)
    digest, files = before.digest(), before.files
    (before.folder / name).write_text("x")

    assert (plan_for(load(content).entries[0]).digest(), plan_for(load(content).entries[0]).files) == (digest, files)


def test_an_entry_without_programs_has_no_plan(content):
    write_entry(content, "it")

    assert plan_for(load(content).entries[0]) is None


@pytest.mark.parametrize(
    ("file", "old", "new", "changes"),
    [
        ("broken.py", "frobnicate(0)", "frobnicate(-1)", True),
        ("entry.md", "seconds: 20", "seconds: 21", True),
        ("entry.md", "turned by <num>", "turned by <int>", True),
        ("entry.md", "the widget has <int>", "a widget has <int>", False),
        ("entry.md", "The widget is cold to the touch.", "The widget is quite cold to the touch.", False),
    ],
    ids=["program", "way of running", "what the cure shows", "a signature", "prose"],
)
def test_what_changes_the_digest(content, file, old, new, changes):
    path = write_reproduction(content)
    before = plan_for(load(content).entries[0]).digest()

    edit(path.parent / file, old, new)

    assert (plan_for(load(content).entries[0]).digest() != before) is changes
