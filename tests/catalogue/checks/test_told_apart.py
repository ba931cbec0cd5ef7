"""Entries that nobody can tell apart are found, unless the content says so with a reason; and that list stays true."""

import pytest

from kb.catalogue.census import COLUMNS
from kb.catalogue.loading.content import ALIKE_FILE
from tests.catalogue.checks.broken import problems_of
from tests.contents import edit, write_check, write_entry

NOTHING = "nothing tells it from second: name one of them in an outcome of a check"


@pytest.fixture
def alike(content):
    """Two silent failures of one situation that no line proves, and a check that is about neither."""
    for slug in ("first", "second", "third"):
        write_entry(content, slug, kind="silent", proof="supporting")
    check = write_check(content)
    edit(check, "speaks_for: [first]\n    excludes: [second]", "speaks_for: [third]")
    edit(check, "speaks_against: [first]", "speaks_against: [third]")
    meet(content, first="wrong", second="wrong", third="wrong")
    return content


def meet(content, **situations):
    rows = [COLUMNS]
    for slug, name in situations.items():
        rows.append((slug, 1, *(int(column == name) for column in COLUMNS[2:-2]), 9, "2026-11-22"))
    (content / "census.tsv").write_text("\n".join("\t".join(map(str, row)) for row in rows))


def messages(content):
    return [message for _, message in problems_of(content)]


def listed(content, *slugs):
    (content / ALIKE_FILE).write_text(f"group: {{entries: [{', '.join(slugs)}], why: nobody looked yet}}\n")


def test_two_that_nothing_tells_apart_are_found_and_one_that_a_check_names_is_not(alike):
    (message,) = messages(alike)

    assert message.startswith(NOTHING)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kind: silent", "kind: slow"),
        ("proof: supporting", "proof: decisive"),
        ("leads_to: []", "leads_to: []\ntell_apart: [{slug: second, check: look at its colour}]"),
    ],
)
def test_another_kind_a_line_that_proves_it_or_advice_tells_them_apart(alike, old, new):
    edit(alike / "nccl" / "first" / "entry.md", old, new)

    assert messages(alike) == []


def test_a_check_that_says_something_of_one_tells_them_apart(alike):
    edit(alike / "checks" / "cold-or-warm.md", "speaks_for: [third]", "speaks_for: [third, first]")

    # Now it is told from the second, and not from the third, of which the check says no more than of the first.
    edit(alike / "checks" / "cold-or-warm.md", "speaks_against: [third]", "excludes: [third]")
    assert messages(alike) == []


def test_those_that_come_in_other_situations_are_not_confused(alike):
    meet(alike, first="wrong", second="slow")

    assert messages(alike) == []


def test_the_content_may_say_that_nothing_tells_them_apart(alike):
    listed(alike, "first", "second")

    assert messages(alike) == []


@pytest.mark.parametrize("odd", ["third", "no-such-entry"])
def test_what_can_be_told_apart_does_not_stay_in_that_list(alike, odd):
    listed(alike, "first", "second", odd)

    assert messages(alike) == [f"{odd!r} can be told from the others, or is no entry: take it out"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("In <that>, it is warm; in <this>, there is frost", []),
        ("There it is warm", ["There"]),
        ("it is warm; here it is cold", ["here"]),
        ("warm: that one", ["that one"]),
        ("if it is warm, look there", ["look there"]),
        ("那边是热的", ["那边"]),
    ],
)
def test_advice_that_means_the_page_it_is_read_on_is_refused(content, words, found):
    path = write_entry(content, "first")
    write_entry(content, "second")
    key = "zh" if words.startswith("那") else "check"
    told = f'{key}: "{words}"' + (', check: "x"' if key == "zh" else "")
    edit(path, "leads_to: []", f"leads_to: []\ntell_apart:\n  - {{slug: second, {told}}}")

    said = [message for message in messages(content) if "page" in message]

    assert [message.split("'")[1] for message in said] == found
