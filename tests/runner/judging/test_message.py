"""The line is there, a library printed it, and it ended the program."""

from kb.runner.judging.message import judge
from kb.runner.supervising.outcome import Outcome, Run
from tests.runner.entries import SAMPLE, plan_of

TRACE = 'Traceback (most recent call last):\n  File "{}", line 2, in <module>\n    {}\n' + SAMPLE + "\n"


def run(log, ghost="", exits=(1,)):
    return Run(Outcome(list(exits), 1.0), log, folder="/scratch/job", ghost=ghost)


def test_a_line_that_needs_no_library_is_the_programs_own(content):
    said = judge(plan_of(content), run(f"{SAMPLE}\n", ghost=f"{SAMPLE}\n")).wrong

    assert "it appears without any library too" in said[0]


def test_a_line_that_the_program_raised_is_its_own(content):
    plan = plan_of(content)

    assert judge(plan, run(TRACE.format("/venv/lib/widget.py", "raise WidgetError(text)"))).wrong == []
    said = judge(plan, run(TRACE.format("/scratch/job/broken.py", "raise WidgetError(text)"))).wrong
    assert said == ["the program raised it itself: broken.py:2: raise WidgetError(text)"]


def test_an_error_of_compiled_code_has_no_frame_below_the_programs(content):
    assert judge(plan_of(content), run(TRACE.format("/scratch/job/broken.py", "widget.frobnicate(0)"))).wrong == []


def test_a_warning_may_leave_the_program_alive_where_the_entry_says_so(content):
    assert judge(plan_of(content, how="survives: it is a warning"), run(f"{SAMPLE}\n", exits=[0])).wrong == []


def test_evidence_that_two_signatures_share_is_told_once(content):
    plan = plan_of(content)

    assert len(judge(plan, run(f"{SAMPLE}\n{SAMPLE}\n")).evidence) == 1


def test_instead_of_the_launchers_report_the_first_traceback_is_shown(content):
    log = 'Traceback (most recent call last):\n  File "x.py", line 1, in f\n    g()\nKeyError: 3\n' + "launcher\n" * 30

    assert "KeyError: 3" in judge(plan_of(content), run(log)).wrong[0]
