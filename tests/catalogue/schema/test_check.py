"""A check is read from its file, and says which failures it speaks of."""

from kb.catalogue.loading.loader import load
from kb.catalogue.schema.check import COULD_NOT, named
from tests.contents import edit, write_check, write_entry


def read(content):
    (check,) = load(content).checks
    return check


def test_a_check_is_read_with_its_text_and_has_an_address(content):
    write_check(content)
    check = read(content)

    assert (check.slug, check.url) == ("cold-or-warm", "/checks/cold-or-warm/")
    assert (check.front.title, check.front.zh.how, check.front.minutes) == ("Is the widget cold?", "摸一下。", 1)
    assert (check.front.needs, check.front.run) == (("running-job",), "widget --temperature")
    assert check.markdown == "Touch it for a second. That destroys nothing."


def test_outcomes_are_those_that_say_something(content):
    write_check(content)
    check = read(content)

    assert [outcome.slug for outcome in check.outcomes] == ["cold", "warm"]
    assert [outcome.slug for outcome in check.front.outcomes] == ["cold", "warm", COULD_NOT]


def test_the_failures_of_an_outcome_are_those_of_all_its_lists(content):
    path = write_check(content)
    edit(path, "speaks_for: [first]", "proves: [third]\n    speaks_for: [first]\n    speaks_against: [fourth]")
    check = read(content)

    assert named(check.outcomes[0]) == ("third", "first", "fourth", "second")
    assert check.slugs == {"first", "second", "third", "fourth"}


def test_what_could_not_be_done_names_no_failure(content):
    path = write_check(content)
    edit(path, "    zh: 现在做不了\n", "    zh: 现在做不了\n    proves: [third]\n")

    assert "third" not in read(content).slugs


def test_a_need_that_nobody_knows_is_a_problem_on_its_line(content):
    path = write_check(content)
    line = edit(path, "[running-job]", "[patience]")

    loaded = load(content)

    assert loaded.checks == []
    assert [(p.file, p.line) for p in loaded.problems] == [(path, line)]


def test_a_broken_check_does_not_hide_the_entries(content):
    write_entry(content, "first")
    edit(write_check(content), "minutes: 1", "minutes: soon")

    loaded = load(content)

    assert [entry.slug for entry in loaded.entries] == ["first"]
    assert ["minutes" in p.message for p in loaded.problems] == [True]
