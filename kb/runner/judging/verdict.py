"""What is found out about two runs: each side's outcome, evidence and objections, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

VERIFIED, FAILED = "verified", "failed"
MOST_EVIDENCE = 6

# What broken showed: its own failure, another one, none although it worked, or nothing that can be judged.
Shown = Literal["its failure", "another failure", "no failure", "nothing"]


@dataclass(slots=True)
class Side:
    """One program's part of the verdict; `wrong` says what was expected and seen, and is empty where all fits."""

    outcome: str
    seconds: float
    evidence: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Verdict:
    """Both sides, and whether the entry's promise holds on this machine."""

    broken: Side
    fixed: Side
    shown: Shown = "its failure"

    @property
    def word(self) -> str:
        return FAILED if self.broken.wrong or self.fixed.wrong else VERIFIED
