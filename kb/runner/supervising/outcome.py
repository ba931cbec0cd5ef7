"""What one program did and printed: the result of running, which judging reads."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.runner.supervising.stacks import Dump

# Stands for a log where the supervisor did not live to tell what happened.
UNJUDGED = "the supervisor was ended from outside or by the program: nothing of this run can be judged"


@dataclass(slots=True)
class Outcome:
    """What one program did. `exits` has a status for every node, None for one that never ended by itself; none
    at all where the run could not be judged.

    Of a program that still ran at the deadline, `dumps` has each rank's stacks at several looks, `busy` each rank's
    processor seconds per second between the first and the last, and `grew` the bytes that the log gained meanwhile.
    """

    exits: list[int | None]
    seconds: float
    timed_out: bool = False
    dumps: dict[str, list[Dump]] = field(default_factory=dict)
    busy: dict[str, float] = field(default_factory=dict)
    grew: int = 0
    left_behind: int = 0
    # What the runner itself counted: the most ranks at once, and the largest memory of one process in MiB.
    most_ranks: int = 0
    peak_mib: float = 0.0

    @property
    def alive_ranks(self) -> list[str]:
        return sorted(self.dumps)


@dataclass(frozen=True, slots=True)
class Run:
    """What one program did and printed, where it ran, and what it prints where every library is hollow."""

    outcome: Outcome
    log: str
    folder: str = ""
    ghost: str = ""
