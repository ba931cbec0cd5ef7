"""The score of labelled cases counts what a reader would see first."""

import pytest

from tests.score import Case, _addresses, cases, scored, table

KNOWN = frozenset({"a", "b"})
NOTHING = (False, False, False, False, False)


def case(*right, groups=("x",), text="t"):
    return Case("1", text, frozenset(right), groups)


def match(slug, confident=False):
    return {"slug": slug, "confident": confident}


@pytest.mark.parametrize(
    ("matches", "cells"),
    [
        ([match("a", confident=True)], (True, True, True, True, False)),
        ([match("b", confident=True)], (False, False, False, False, True)),
        ([match("a"), match("b")], (True, True, True, False, False)),
        ([match("b"), match("a")], (False, True, True, False, False)),
        ([match("b")] * 3 + [match("a")], (False, False, True, False, False)),
        ([], NOTHING),
    ],
)
def test_first_among_three_and_ten_proven_and_another_proven(matches, cells):
    assert scored(case("a"), matches, KNOWN) == (True, *cells)


def test_a_failure_without_an_entry_can_only_be_answered_wrongly():
    assert scored(case("c"), [match("a")], KNOWN) == (False, *NOTHING)
    assert scored(case(), [match("a", confident=True)], KNOWN)[-1]


def test_shares_are_of_each_group_and_texts_that_are_alike_count_once():
    both = [(case("a"), (True,) * 6), (case("b", text=" t "), (False,) * 6)]
    shown = table([*both, (case(), (False,) * 6)])

    assert "| x | 2 | 1 | 50.0 %" in shown and "| x: nothing explains it | 1 | 1 | 0.0 %" in shown


def test_a_thread_is_an_issue_a_pull_request_or_a_discussion():
    assert "github.com/a/b/discussions/7" in _addresses("a/b#7")
    assert _addresses("https://discuss.pytorch.org/t/x/1#3") == ("https://discuss.pytorch.org/t/x/1#3",)


def test_every_case_has_a_name_of_its_own():
    names = [one.id for one in cases()]

    assert len(set(names)) == len(names) > 2000
