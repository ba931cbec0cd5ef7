"""Broken of an entry that is proved by a hang: every rank is alive, and one stands still inside a library."""

from __future__ import annotations

from pathlib import Path

from kb.runner.evidence.ending import ended, telling, where
from kb.runner.evidence.frames import is_library
from kb.runner.judging.verdict import MOST_EVIDENCE, Side
from kb.runner.planning.plan import Plan
from kb.runner.supervising.outcome import Run
from kb.runner.supervising.stacks import Dump, Frame, Thread

# Waiting costs nothing on a CPU; a rank that uses more than half of one is at work.
MOST_BUSY = 0.5


def judge(plan: Plan, run: Run) -> Side:
    """At the deadline all ranks live, the log has stopped, and one stands in a function that the entry names."""
    side = Side("hang" if run.outcome.timed_out else ended(run.outcome), run.outcome.seconds)
    expected = plan.how.processes * plan.how.nodes
    if not run.outcome.timed_out:
        side.wrong.append(f"expected a hang until {plan.how.seconds} s; it {ended(run.outcome)}\n{telling(run.log)}")
        return side
    if len(run.outcome.alive_ranks) < expected:
        side.wrong.append(f"expected {expected} ranks alive at the deadline, saw {run.outcome.alive_ranks}")
    if run.outcome.grew:
        side.wrong.append(f"expected silence at the deadline; the log grew by {run.outcome.grew} bytes meanwhile")
    standing = list(dict.fromkeys(f"rank {rank} stands in {name}" for rank, name in _standing(plan, run)))
    side.evidence = standing[:MOST_EVIDENCE]
    if not standing:
        names = ", ".join(plan.how.stands_in) or "(the entry names none)"
        side.wrong.append(
            f"expected a rank to stand still in a library's {names}, "
            f"with the same stack at every look; saw\n{where(run.outcome)}"
        )
    return side


def _standing(plan: Plan, run: Run) -> list[tuple[str, str]]:
    gpu = {"gpu", "multigpu"} & set(plan.how.needs)
    return [
        (rank, name)
        for rank, looks in sorted(run.outcome.dumps.items())
        if gpu or run.outcome.busy.get(rank, 0.0) <= MOST_BUSY
        for thread in _unmoving(looks)
        for name in plan.how.stands_in
        if _stands_in(thread, name, run.folder)
    ]


def _unmoving(looks: list[Dump]) -> list[Thread]:
    """Threads whose stack was the same at every look."""
    first, *others = looks or [[]]
    return [thread for thread in first if all(thread in other for other in others)]


def _stands_in(thread: Thread, name: str, folder: str) -> bool:
    """A library's function of this name, and nothing but libraries further in."""
    for frame in thread:
        if not is_library(frame.file, folder) and not frame.file.startswith("<frozen"):
            return False
        if _is_called(frame, name):
            return _defines(frame)
    return False


def _is_called(frame: Frame, name: str) -> bool:
    """`wait`, or `file_baton.wait` where the function's name alone says little."""
    return frame.name == name or f"{Path(frame.file).stem}.{frame.name}" == name


def _defines(frame: Frame) -> bool:
    """Whether the file really has such a function: a frame's file name can be forged."""
    return f"def {frame.name}" in Path(frame.file).read_text(encoding="utf-8", errors="replace")
