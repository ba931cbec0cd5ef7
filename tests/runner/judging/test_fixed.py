"""The cure is shown by its work, and by work that neither broken nor an empty library can show."""

from dataclasses import replace

from kb.runner.judging.fixed import judge
from tests.runner.entries import plan_of
from tests.runner.judging.runs import GOOD, MESSAGE


def test_its_work_is_its_evidence(content):
    side = judge(plan_of(content), GOOD, MESSAGE)

    assert (side.wrong, side.evidence) == ([], ["line 1: turned by 7.5"])


def test_a_line_that_needs_no_library_shows_no_work(content):
    assert "shows no work" in judge(plan_of(content), replace(GOOD, ghost=GOOD.log), MESSAGE).wrong[0]


def test_a_line_that_broken_prints_too_shows_no_cure(content):
    both = replace(MESSAGE, log=MESSAGE.log + GOOD.log)

    assert "broken prints it too" in judge(plan_of(content), GOOD, both).wrong[0]


def test_where_broken_only_warns_both_do_the_work(content):
    both = replace(MESSAGE, log=MESSAGE.log + GOOD.log)

    assert judge(plan_of(content, how="survives: it is a warning"), GOOD, both).wrong == []
