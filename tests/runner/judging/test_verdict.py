"""A verdict cannot lie: whatever is not as the entry says is named, with what was expected and what was seen."""

import pytest

from kb.runner.judging.verdict import FAILED, VERIFIED, judge
from kb.runner.running.outcome import Outcome, Run
from tests.runner.entries import SAMPLE, plan_of

GOOD = Run(Outcome([0], 1.0), "fine\n")
MESSAGE = Run(Outcome([1], 1.0), f"{SAMPLE}\n")
HANG = "proof: hang\nstands_in: [wait_for_peer]"
MEASURE = "proof: measurement\nmeasure: {name: ratio, broken: '>= 2', fixed: '<= 1', why: physics}"


def stuck(*functions, ranks=1):
    stacks = {str(n): f"  {name} (broken.py:5)" for n, name in enumerate(functions)}
    return Run(Outcome([None], 20.0, True, [str(n) for n in range(ranks)], stacks), "")


def ratio(value):
    return Run(Outcome([0], 1.0), f"MEASURED ratio = {value}\n")


@pytest.mark.parametrize(
    ("how", "broken", "fixed"),
    [("", MESSAGE, GOOD), (HANG, stuck("wait_for_peer"), GOOD), (MEASURE, ratio(3), ratio(0.5))],
    ids=["message", "hang", "measurement"],
)
def test_what_is_as_the_entry_says_is_verified(content, how, broken, fixed):
    verdict = judge(plan_of(content, how=how), broken, fixed)

    assert (verdict.word, verdict.broken.wrong, verdict.fixed.wrong) == (VERIFIED, [], [])
    assert verdict.broken.evidence


@pytest.mark.parametrize(
    ("how", "broken", "fixed", "said"),
    [
        ("", GOOD, GOOD, "expected one of these lines"),
        ("", Run(Outcome([1], 1.0), "KeyError: 'x'\n"), GOOD, "KeyError: 'x'"),
        ("", MESSAGE, MESSAGE, "expected exit status 0"),
        ("", MESSAGE, Run(Outcome([0], 1.0), f"{SAMPLE}\n"), "expected no line of the failure"),
        ("", MESSAGE, stuck("work"), "expected it to end within 20 s"),
        (HANG, GOOD, GOOD, "expected a hang"),
        (HANG, stuck("compile"), GOOD, "expected a rank to stand in wait_for_peer"),
        (f"{HANG}\nprocesses: 2", stuck("wait_for_peer"), GOOD, "expected 2 ranks alive"),
        (MEASURE, ratio(1.5), ratio(0.5), "expected ratio >= 2, measured 1.5"),
        (MEASURE, ratio(3), ratio(1.5), "expected ratio <= 1, measured 1.5"),
        (MEASURE, GOOD, ratio(0.5), "expected a line `MEASURED ratio"),
        (MEASURE, ratio(3), GOOD, "expected a line `MEASURED ratio"),
        ("proof: measurement", ratio(3), ratio(0.5), "has no `measure`"),
    ],
)
def test_what_is_not_is_named(content, how, broken, fixed, said):
    verdict = judge(plan_of(content, how=how), broken, fixed)

    assert verdict.word == FAILED
    assert any(said in reason for reason in (*verdict.broken.wrong, *verdict.fixed.wrong))


def test_a_program_that_prints_the_message_itself_is_caught(content):
    fake = "raise SystemExit('json.decoder.JSONDecodeError: Expecting value: line 1 column 1')\n"

    verdict = judge(plan_of(content, broken=fake), MESSAGE, GOOD)

    assert verdict.word == FAILED
    assert "contains the message that a library should print" in verdict.broken.wrong[0]


def test_a_cure_that_only_shows_the_cause_may_fail_but_is_measured(content):
    shown = "fixed_exit: any\nmeasure: {name: shown, broken: '== 0', fixed: '>= 1', why: counts}"
    broken = Run(Outcome([1], 1.0), f"{SAMPLE}\nMEASURED shown = 0\n")
    fixed = Run(Outcome([1], 1.0), "ValueError: the cause\nMEASURED shown = 1\n")
    plan = plan_of(content, how=shown)

    assert judge(plan, broken, fixed).word == VERIFIED
    assert judge(plan, broken, broken).word == FAILED
    assert judge(plan, fixed, fixed).word == FAILED
