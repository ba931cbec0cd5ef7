"""The score on reports from the field counts what a reader would see first."""

from tests.field import Report, _addresses, scored, table
from tests.terminal.door import SAMPLE

DUPLICATE = frozenset({"nccl-duplicate-gpu"})


def cells(matcher, text, right):
    return scored(Report(text, right, ("log",)), matcher.match_text(text), {"nccl-duplicate-gpu"}.__contains__)


def test_a_proven_failure_counts_in_every_column_but_the_last(matcher):
    assert cells(matcher, SAMPLE.read_text(), DUPLICATE) == (True, True, True, True, True, True, False)


def test_another_proven_one_is_counted_apart(matcher):
    assert cells(matcher, SAMPLE.read_text(), frozenset({"no-such-entry"}))[1:] == (*[False] * 5, True)


def test_a_guess_proves_nothing(matcher):
    right, proven, other = cells(matcher, "two ranks of my job use the same GPU", DUPLICATE)[-3:]

    assert right and not (proven or other)


def test_shares_are_of_each_group(matcher):
    one = Report("x", DUPLICATE, ("log",))
    shown = table([(one, (True,) * 7), (Report("y", DUPLICATE, ("prose",)), (True, *[False] * 6))])

    assert "| all | 2 | 50 %" in shown and "| log | 1 | 100 %" in shown and "| prose | 1 | 0 %" in shown


def test_a_thread_is_an_issue_a_pull_request_or_a_discussion():
    assert "github.com/a/b/discussions/7" in _addresses("a/b#7")
    assert _addresses("https://discuss.pytorch.org/t/x/1#3") == ("https://discuss.pytorch.org/t/x/1#3",)
