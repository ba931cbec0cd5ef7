"""A job has so many looks: what is new is always looked at, what the thousandth file repeats is not."""

from kb.reading.looks import ALWAYS, ALWAYS_MARKS, BLOCK, EARNED, MOST_PLACES, STRETCHES_AT_FIRST, Looks
from kb.reading.marks import Marks

PLACES = list(range(2 * MOST_PLACES * STRETCHES_AT_FIRST))


def spent() -> Looks:
    """A job whose looks have all gone to one message."""
    looks = Looks()
    looks.allowed("oom", PLACES)
    looks.thin(Marks(errors=list(range(100_000)), timeouts=list(range(100_000))))
    return looks


def test_at_first_there_is_enough_for_everything():
    marks = Marks(errors=[1, 2, 3], timeouts=[4])
    looks = Looks()
    looks.thin(marks)

    assert looks.allowed("oom", [1, 2, 3]) == [1, 2, 3]
    assert (marks.errors, marks.timeouts, sum(marks.passed_over.values())) == ([1, 2, 3], [4], 0)


def test_what_is_spent_is_spent_and_a_new_message_is_looked_at_all_the_same():
    looks = spent()

    assert looks.allowed("oom", PLACES) == []
    assert looks.allowed("timeout", PLACES) == PLACES[:ALWAYS]


def test_a_file_keeps_the_ends_of_its_errors_and_says_what_was_passed_over():
    marks = Marks(errors=list(range(100)))
    spent().thin(marks)

    assert (marks.errors[0], marks.errors[-1], len(marks.errors)) == (0, 99, ALWAYS_MARKS)
    assert marks.passed_over["error lines"] == 100 - ALWAYS_MARKS


def test_more_bytes_earn_more_looks():
    looks = spent()
    looks.earn(BLOCK)

    assert len(looks.allowed("oom", PLACES)) == EARNED * MOST_PLACES
