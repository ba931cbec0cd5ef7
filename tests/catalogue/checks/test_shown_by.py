"""What shows an outcome can be looked for, and shows that outcome only; a defect is found on its line."""

import pytest

from tests.catalogue.checks.broken import problems_of
from tests.contents import edit, write_check, write_entry

COLD = "    excludes: [second]\n"
WARM = "    speaks_against: [first]\n"


@pytest.fixture
def check(content):
    """A sound check between two entries; a test then adds to it."""
    write_entry(content, "first")
    write_entry(content, "second")
    return write_check(content)


def shown(*items):
    return "    shown_by:\n" + "".join(f"      - {{{item}}}\n" for item in items)


def messages(check, cold=(), warm=()):
    for after, items in ((COLD, cold), (WARM, warm)):
        if items:
            edit(check, after, after + shown(*items))
    return [message for _, message in problems_of(check.parents[1])]


def test_lines_and_facts_that_differ_are_sound(check):
    cold = ("line: 'temperature is below <int> degrees'", "fact: shm_bytes < 1 GiB, together: ['fact: fd_limit > 9']")
    warm = ("line: 'temperature is above <int> degrees'", "fact: shm_bytes >= 1 GiB")

    assert messages(check, cold, warm) == []


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("line: ''", "is empty"),
        ("absent: [something else]", "is a line or a fact: give it one of the two"),
        ("line: it is very cold, fact: shm_bytes < 1 GiB", "is a line or a fact: give it one of the two"),
        ("line: cold <int>", "fewer than 8 letters outside its holes"),
        ("line: 'the temperature is <degrees>'", "no hole is called <degrees>"),
        ("line: the temperature is low, together: [a]", "fewer than 4 letters"),
        ("fact: temperature < 3", "no fact is called 'temperature'"),
        ("fact: shm_bytes < 3", "cannot be compared with shm_bytes"),
        ("line: the temperature is low, absent: ['fact: nothing > 3']", "no fact is called 'nothing'"),
    ],
)
def test_what_cannot_be_looked_for_is_refused(check, item, message):
    assert any(message in told for told in messages(check, [item]))


def test_a_defect_stands_on_its_line(check):
    line = edit(check, COLD, COLD + shown("line: the temperature is low", "line: cold"))

    ((at, _),) = problems_of(check.parents[1])
    assert at == line + 3


@pytest.mark.parametrize(
    ("cold", "warm"),
    [
        ("line: 'the widget is at <int>'", "line: 'The Widget is  at 7'"),
        ("line: 'ERROR the widget is cold'", "line: the widget is cold"),
        ("fact: shm_bytes < 2 GiB", "fact: shm_bytes < 1 GiB"),
        ("fact: shm_bytes < 2 GiB", "fact: shm_bytes >= 1 GiB"),
        ("fact: standing_in != lock", "fact: standing_in = store"),
        ("fact: xid = 79, together: [something more]", "fact: xid > 74"),
        ("line: the widget is cold", "line: the widget is cold, together: [and rather dark]"),
    ],
)
def test_what_shows_two_outcomes_is_refused(check, cold, warm):
    assert any("also shows outcome" in message for message in messages(check, [cold], [warm]))


@pytest.mark.parametrize(
    ("cold", "warm"),
    [
        ("fact: shm_bytes < 1 GiB", "fact: shm_bytes >= 1 GiB"),
        ("fact: xid = 79", "fact: xid = 74"),
        ("fact: gpu_processes > 1", "fact: gpu_processes < 2"),
        ("line: 'the widget is cold', absent: [and rather dark]", "line: and rather dark"),
        ("line: 'the widget is cold', together: [and dark]", "line: the widget is cold, absent: [and dark]"),
    ],
)
def test_what_stands_beside_it_may_tell_two_outcomes_apart(check, cold, warm):
    assert messages(check, [cold], [warm]) == []


def test_too_many_items_are_refused(check):
    many = [f"line: the temperature is {'x' * n}" for n in range(1, 14)]

    assert any("13 items of 13 lines, but at most 12 of 40" in message for message in messages(check, many))


def test_nothing_shows_that_a_check_was_not_done(check):
    edit(check, "    zh: 现在做不了\n", "    zh: 现在做不了\n" + shown("line: permission denied by it"))

    assert [message for _, message in problems_of(check.parents[1])] == ["nothing shows 'could-not': take it out"]
