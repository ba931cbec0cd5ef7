"""A signature tells one failure from all others, and is cheap to look for."""

import pytest

from tests.catalogue.checks.broken import messages_after, problems_of
from tests.contents import write_entry

LINE = "widget it was not frobnicated in time"


def test_two_entries_cannot_be_proved_by_the_same_line(content):
    write_entry(content, "first", line="widgets are not frobnicated")
    write_entry(content, "second", line="Widgets are not frobnicated")

    assert any("first has the same decisive signature" in text for _, text in problems_of(content))


def test_a_decisive_line_without_a_sample_is_a_promise_without_proof(content):
    path = write_entry(content, "it")
    (path.parent / "samples" / "real.log").unlink()

    assert any("no sample shows the decisive line" in text for _, text in problems_of(content))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("frobnicated widget " * 20, "at most 300 are allowed"),
        ("frobnicated<any><int> widget", "nothing separates <any> and <int>"),
        ("frobnicated <any> <path> widget", "nothing separates <any> and <path>"),
        ("frobnicated " + "<any>" * 7 + " widget", "nothing separates <any> and <any>"),
        ("a <any> frobnicated <any> b <path> widget <any>", "more than 3 holes of <any> or <path>"),
        ("<any> frobnicated the widget", "a <any> at the beginning matches any text"),
    ],
)
def test_holes_that_match_everything_are_refused(content, line, message):
    assert any(message in text for text in messages_after(content, LINE, line))


def test_narrow_holes_may_stand_side_by_side(content):
    assert messages_after(content, LINE, "frobnicated <num> <word> of widget") == []


@pytest.mark.parametrize("key", ["together", "absent"])
def test_a_line_beside_another_must_tell_something_too(content, key):
    messages = messages_after(content, "    proof: decisive", f"    proof: decisive\n    {key}: ['<any>']")

    assert any("fewer than 4 letters outside its holes" in text for text in messages)


def test_there_are_not_more_signatures_than_a_reader_could_judge(content):
    many = "".join(f"  - {{line: another wording number {n} of it, proof: supporting}}\n" for n in range(40))

    messages = messages_after(content, "leads_to: []", f"{many}leads_to: []")

    assert messages == ["41 signatures of 41 lines, but at most 40 of 80 are allowed: keep the wordings that tell most"]


def test_a_line_that_proves_may_have_a_verdict_of_its_own(content):
    assert messages_after(content, "    proof: decisive", "    proof: decisive\n    retry: as-is") == []


def test_a_line_that_proves_nothing_has_no_verdict(content):
    supporting = "  - {line: another wording of it, proof: supporting, retry: as-is}\nleads_to: []"

    assert messages_after(content, "leads_to: []", supporting) == [
        "only a decisive line can say what to do before the next attempt: leave retry out"
    ]
