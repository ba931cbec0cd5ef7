"""A verdict cannot lie: whatever is not as the entry says is named, with what was expected and what was seen."""

from dataclasses import replace

import pytest

from kb.runner.judging.judge import judge
from kb.runner.judging.verdict import FAILED, VERIFIED
from kb.runner.supervising.outcome import UNJUDGED, Outcome, Run
from tests.runner.entries import ACHIEVES, HANG, SAMPLE, plan_of
from tests.runner.judging.runs import GOOD, MESSAGE, ratio, stuck

MEASURE = "proof: measurement\nmeasure: {name: ratio, broken: '>= 2', fixed: '<= 1', why: physics}"


def test_a_message_and_its_cure_are_verified(content):
    verdict = judge(plan_of(content), MESSAGE, GOOD)

    assert (verdict.word, verdict.broken.wrong, verdict.fixed.wrong) == (VERIFIED, [], [])
    assert verdict.broken.evidence and verdict.fixed.evidence


def test_a_hang_and_its_cure_are_verified(content, tmp_path):
    verdict = judge(plan_of(content, how=HANG), stuck(tmp_path / "lib.py", "poll", "wait_for_peer"), GOOD)

    assert (verdict.word, verdict.broken.evidence) == (VERIFIED, ["rank 0 stands in wait_for_peer"])


def test_a_measurement_and_its_cure_are_verified(content):
    assert judge(plan_of(content, how=MEASURE, achieves=""), ratio(3), ratio(0.5)).word == VERIFIED


@pytest.mark.parametrize(
    ("how", "broken", "fixed", "said"),
    [
        ("", GOOD, GOOD, "expected one of these lines"),
        ("", Run(Outcome([1], 1.0), "KeyError: 'x'\n"), GOOD, "KeyError: 'x'"),
        ("", Run(Outcome([0], 1.0), f"{SAMPLE}\n"), GOOD, "expected the failure to end it"),
        ("", Run(Outcome([None], 20.0, True), f"{SAMPLE}\n"), GOOD, "expected the failure to end it"),
        ("", MESSAGE, MESSAGE, "expected exit status 0"),
        ("", MESSAGE, Run(Outcome([0], 1.0), f"{SAMPLE}\n"), "expected no line of the failure"),
        ("", MESSAGE, Run(Outcome([None], 20.0, True), ""), "expected it to end within 20 s"),
        ("", MESSAGE, Run(Outcome([0], 1.0), "fine\n"), "expected the line 'turned by <num>'"),
        (HANG, GOOD, GOOD, "expected a hang"),
        (MEASURE, ratio(1.5), ratio(0.5), "expected ratio >= 2, measured 1.5"),
        (MEASURE, ratio(3), ratio(1.5), "expected ratio <= 1, measured 1.5"),
        (MEASURE, GOOD, ratio(0.5), "expected a line `MEASURED ratio"),
        (MEASURE, ratio(3), GOOD, "expected a line `MEASURED ratio"),
        (MEASURE, ratio("nan"), ratio(0.5), "`MEASURED ratio = nan` is no number"),
        (MEASURE, ratio("1.2.3"), ratio(0.5), "`MEASURED ratio = 1.2.3` is no number"),
        ("proof: measurement", ratio(3), ratio(0.5), "has no `measure`"),
    ],
)
def test_what_is_not_is_named(content, how, broken, fixed, said):
    verdict = judge(plan_of(content, how=how, achieves="" if how == MEASURE else ACHIEVES), broken, fixed)

    assert verdict.word == FAILED
    assert any(said in reason for reason in (*verdict.broken.wrong, *verdict.fixed.wrong))


def test_a_cure_that_only_shows_the_cause_may_fail_but_is_measured(content):
    shown = "fixed_exit: any\nmeasure: {name: shown, broken: '== 0', fixed: '>= 1', why: counts}"
    broken = Run(Outcome([1], 1.0), f"{SAMPLE}\nMEASURED shown = 0\n")
    fixed = Run(Outcome([1], 1.0), "ValueError: the cause\nMEASURED shown = 1\n")
    plan = plan_of(content, how=shown, achieves="")

    assert judge(plan, broken, fixed).word == VERIFIED
    assert judge(plan, broken, broken).word == FAILED
    assert judge(plan, fixed, fixed).word == FAILED


@pytest.mark.parametrize(
    ("broken", "shown"),
    [
        (MESSAGE, "its failure"),
        (Run(Outcome([1], 1.0), "KeyError: 'x'\n"), "another failure"),
        (Run(Outcome([0], 1.0), "fine\n"), "no failure"),
        (Run(Outcome([], 0.0), ""), "nothing"),
    ],
)
def test_what_broken_showed_is_told_apart(content, broken, shown):
    assert judge(plan_of(content), broken, GOOD).shown == shown


@pytest.mark.parametrize(
    ("log", "shown"),
    [("turned by 9.5\n", "no failure"), ("the widget lacks 0 turns\nturned by 9.5\n", "another failure")],
)
def test_where_a_failure_ends_nothing_another_wording_of_it_is_news_and_revokes_nothing(content, log, shown):
    plan = plan_of(content, how="survives: it only warns")

    assert judge(plan, Run(Outcome([0], 1.0), log), GOOD).shown == shown


def test_processes_that_could_not_be_ended_are_told(content):
    left = Run(Outcome([1], 1.0, left_behind=2), f"{SAMPLE}\n")

    assert "2 process(es) could not be ended" in judge(plan_of(content), left, GOOD).broken.wrong


def test_a_run_that_ended_its_supervisor_proves_nothing(content):
    plan, alone = plan_of(content), replace(MESSAGE, ghost=UNJUDGED)

    assert UNJUDGED in judge(plan, alone, GOOD).broken.wrong
    assert UNJUDGED in judge(plan, MESSAGE, Run(Outcome([], 0.0), GOOD.log)).fixed.wrong


def test_the_programs_themselves_are_read(content):
    fake = "raise SystemExit('the widget has 0 frobnications left in it')\n"
    message = ("the widget has <int> frobnications left in it", f"{SAMPLE} in it")
    run = Run(Outcome([1], 1.0), f"{SAMPLE} in it\n")

    wrong = judge(plan_of(content, broken=fake, message=message), run, GOOD).broken.wrong

    assert any("contains the message" in said for said in wrong)


def test_an_entry_must_say_how_the_cure_shows(content):
    plan = plan_of(content, achieves="")

    assert "name a line that only the cure prints" in judge(plan, MESSAGE, GOOD).fixed.wrong[0]
