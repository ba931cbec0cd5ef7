"""A number counts where it was measured, by the program or by the runner."""

from dataclasses import replace

from kb.runner.judging import measurement
from kb.runner.judging.verdict import Side
from tests.runner.entries import plan_of
from tests.runner.judging.runs import GOOD, ratio

MEASURE = "proof: measurement\nmeasure: {name: ratio, broken: '>= 2', fixed: '<= 1', why: physics%s}"


def test_both_numbers_without_any_library_were_invented(content):
    plan = plan_of(content, how=MEASURE % "", achieves="")
    constant = ratio(3, ghost="MEASURED ratio = 3"), ratio(0.5, ghost="MEASURED ratio = 0.5")

    assert "was not measured" in measurement.invented(plan, *constant)
    assert measurement.invented(plan, constant[0], ratio(0.5, ghost="MEASURED ratio = 3")) == ""


def test_the_runner_counts_ranks_itself(content):
    plan = plan_of(content, how=MEASURE % ", taken: ranks", achieves="")
    side, one = Side("measurement", 1.0), replace(GOOD)
    one.outcome.most_ranks = 2

    measurement.add(side, plan.measure, ">= 2", one)

    assert (side.wrong, side.evidence) == ([], ["ratio = 2"])


def test_a_program_that_did_not_end_measured_nothing(content):
    run = ratio(3)
    run.outcome.exits = [1]

    assert (
        "expected it to measure and end"
        in measurement.judge_alone(plan_of(content, how=MEASURE % "", achieves=""), run).wrong[0]
    )
