"""What an entry points at exists, and something points at the entry."""

from tests.catalogue.checks.broken import problems_of
from tests.contents import edit, write_entry


def messages(content):
    return [text for _, text in problems_of(content)]


def test_a_circle_over_several_entries_is_shown_whole(content):
    write_entry(content, "a", leads_to="b", line="widget a is broken beyond repair")
    write_entry(content, "b", leads_to="c", line="widget b is broken beyond repair")
    write_entry(content, "c", leads_to="a", line="widget c is broken beyond repair")

    assert any("a -> b -> c -> a" in text for text in messages(content))


def test_a_cause_that_is_no_entry_is_named(content):
    edit(write_entry(content, "it"), "leads_to: []", "follows_from: [nowhere]")

    assert messages(content) == ["follows_from names 'nowhere', which is no entry: write it first or take it out"]


def test_an_entry_that_cannot_be_read_is_still_one_that_others_may_name(content):
    write_entry(content, "first", leads_to="second")
    edit(write_entry(content, "second"), "kind: error", "kind: terrible")

    assert [text for text in messages(content) if "second" in text] == []


def test_in_a_large_catalogue_an_entry_is_connected_from_either_end(content):
    write_entry(content, "hub", line="widget hub is cold today")
    for n in range(9):
        write_entry(content, f"w{n}", leads_to="hub", line=f"widget number w{n} is cold today")
    assert messages(content) == []

    write_entry(content, "alone", line="widget alone is cold today")
    assert messages(content) == ["no page leads here: name a look-alike in tell_apart, or what follows in leads_to"]


def test_an_example_is_a_sample_of_the_entry(content):
    edit(write_entry(content, "it"), "retry: change-first", "retry: change-first\nexample: nowhere.log")

    assert messages(content) == ["example 'nowhere.log' is no file in samples/"]
