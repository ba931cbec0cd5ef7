"""Facts while a table is read: bounded, and each with the line that shows it."""

from kb.reading.blocks import Lines
from kb.reading.tables.fact import MOST_FACTS, Facts


def facts(text):
    return Facts(Lines(text.encode(), 0, len(text)))


def test_a_fact_is_shown_by_the_line_last_taken():
    found = facts("first\nsecond\n")
    found.take()
    found.take()
    found.add("fd_limit", 1024, "here")

    (fact,) = found.table().facts
    assert (fact.line, fact.last, fact.text, fact.of) == (2, 2, "second", "here")


def test_what_is_counted_is_one_fact_from_the_first_line_to_the_last():
    found = facts("kill\nkill\nkill\n")
    for _ in range(3):
        found.take()
        found.count("oom_kills")

    (fact,) = found.table().facts
    assert (fact.value, fact.line, fact.last) == (3, 1, 3)


def test_no_value_is_no_fact_and_no_fact_no_table():
    found = facts("line\n")
    found.take()
    found.add("fd_limit", None)

    assert found.table() is None


def test_a_table_of_any_length_has_so_many_facts():
    found = facts("x\n" * 2 * MOST_FACTS)
    for n in range(2 * MOST_FACTS):
        found.take()
        found.add("fd_limit", n)

    assert len(found.table().facts) == MOST_FACTS
