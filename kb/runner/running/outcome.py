"""What one program did and printed: the result of running, which judging reads."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Outcome:
    """What one program did. `exits` has a status for every node, None for one that never ended by itself."""

    exits: list[int | None]
    seconds: float
    timed_out: bool = False
    alive_ranks: list[str] = field(default_factory=list)
    stacks: dict[str, str] = field(default_factory=dict)
    left_behind: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """What one program did and printed."""

    outcome: Outcome
    log: str
