"""What a reader needs of a log is its first traceback, or its end."""

from kb.runner.evidence.ending import ended, tail, telling, where
from kb.runner.supervising.outcome import Outcome
from kb.runner.supervising.stacks import Frame

REPORT = "\n".join(["E1122 api.py:1002] failed (exitcode: 1)"] * 30)
LINES = ["Traceback (most recent call last):", '  File "x.py", line 1, in f', "    g()", "KeyError: 3"]
TRACE = "\n".join(f"[rank1]: {line}" for line in LINES)


def test_the_first_traceback_comes_before_the_launchers_report():
    assert telling(f"a line before\n{TRACE}\n{REPORT}") == "\n".join(f"    {line}" for line in TRACE.splitlines())


def test_without_a_traceback_the_end_is_shown():
    assert telling("\n".join(map(str, range(100)))).split() == list(map(str, range(85, 100)))
    assert tail("") == "    (nothing)"


def test_an_ending_is_told_in_words():
    assert ended(Outcome([0, 0], 1.0)) == "ended with status 0"
    assert ended(Outcome([0, 3], 1.0)) == "ended with status [0, 3]"
    assert ended(Outcome([None], 9.0, True)) == "still ran at the deadline"


def test_where_a_rank_stood_is_its_last_stack():
    stood = Outcome([None], 9.0, True, {"0": [[[Frame("work", "x.py", 1)]], [[Frame("wait", "x.py", 7)]]]})

    assert "wait (x.py:7)" in where(stood) and "work" not in where(stood)
