"""torchrun's table of failures, as torch 2.13 prints it: who ended first, and who only later."""

import json

import pytest

from kb.reading.blocks import Blocks
from kb.reading.kinds import KINDS
from kb.reading.text.stretches import stretches

PART = """\
[{index}]:
  time      : 2026-11-19_10:15:{second}
  host      : n0
  rank      : {rank} (local_rank: {rank})
  exitcode  : {code} (pid: 22{rank})
  error_file: <N/A>
  traceback : {said}
"""
ROOT = "Root Cause (first observed failure):\n"
ABORTED = "Signal 6 (SIGABRT) received by PID 222"


def part(
    index, rank, second, code, said="To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html"
):
    return PART.format(index=index, rank=rank, second=second, code=code, said=said)


def box(first, *others):
    listed = "".join(others) or "  <NO_OTHER_FAILURES>\n"
    line, border = f"{'-' * 60}\n", f"{'=' * 60}\n"
    return f"{border}train.py FAILED\n{line}Failures:\n{listed}{line}{ROOT}{first}{border}"


def read(text):
    found = Blocks(KINDS)
    for stretch in stretches(text):
        found.add(stretch)
    found.finish()
    return [block.said for block in found.found]


def test_the_root_cause_and_who_ended_later():
    (table,) = read(box(part(0, 1, 20, 1), part(1, 2, 21, -6, ABORTED), part(2, 3, 20, -15)))
    first = table.first
    assert (first.rank, first.host, first.time, first.exitcode) == (1, "n0", "2026-11-19_10:15:20", "1")
    assert [one.rank for one in table.later] == [2]
    assert table.is_first_alone, "the launcher ended rank 3"


def test_of_one_second_nobody_knows_who_was_first():
    (table,) = read(box(part(0, 1, 20, 1), part(1, 2, 20, -6, ABORTED)))
    assert (table.later, table.is_first_alone) == ((), False)


def test_a_traceback_in_the_table_belongs_to_its_rank():
    traceback = "Traceback (most recent call last):\n    File \"train.py\", line 3, in <module>\n  KeyError: 'a'\n  "
    (table,) = read(box(part(0, 1, 20, 1, traceback), part(1, 2, 22, 1, traceback)))
    assert (table.first.rank, [one.rank for one in table.later]) == (1, [2])


@pytest.mark.parametrize(
    "text", ["Failures: 0, errors: 2\n", box(part(0, 1, 20, 1)).partition(ROOT)[0], f"{ROOT}[0]:\n  time      : 1\n"]
)
def test_what_is_cut_short_says_nothing(text):
    assert read(text) == []


def test_on_one_line_nothing_is_left_out():
    text = json.dumps(box(part(0, 1, 20, 1, "ncclSystemError"), part(1, 2, 21, -6, ABORTED)))
    (table,) = read(text)
    assert table.later == ()


@pytest.mark.parametrize(("second", "answer"), [(21, "elastic-child-failed"), (20, "worker-sigabrt")])
def test_how_a_rank_ended_later_is_no_cause(matcher, second, answer):
    text = box(part(0, 1, 20, 1), part(1, 2, second, -6, ABORTED))
    assert matcher.match_text(text).best.slug == answer


def test_a_signal_that_ended_the_first_rank_alone_is_a_fact():
    killed = part(0, 3, 20, -9, "Signal 9 (SIGKILL) received by PID 223")
    (table,) = read(box(killed, part(1, 0, 31, 1)))
    (fact,) = table.facts
    assert (fact.name, fact.value, fact.of, fact.text) == (
        "first_signal",
        "SIGKILL",
        "rank 3",
        "exitcode  : -9 (pid: 223)",
    )

    (unclear,) = read(box(killed, part(1, 0, 20, 1)))
    (exited,) = read(box(part(0, 1, 20, 1)))
    assert unclear.facts == exited.facts == ()


KILLED = "Signal 9 (SIGKILL) received by PID 223"


def test_a_table_cut_down_to_the_rank_that_was_killed_says_so(matcher):
    match = matcher.match_text(part(0, 3, 20, -9, KILLED).partition("\n")[2]).best
    assert (match.slug, match.confident) == ("worker-killed-sigkill", True)


def test_beside_a_rank_that_ended_otherwise_nobody_knows_whether_it_was_first(matcher):
    cut = part(1, 2, 21, 1) + part(2, 3, 22, -9, KILLED)
    assert matcher.match_text(cut).best.slug != "worker-killed-sigkill"
