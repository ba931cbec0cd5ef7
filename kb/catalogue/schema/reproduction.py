"""The schema of a reproduction: how an entry's two programs are run, and what proves the failure and its cure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.catalogue.loading.parsing.described import described
from kb.language import either

Launcher = Literal["plain", "torchrun", "accelerate", "deepspeed", "script"]
Needs = Literal["cpu", "cuda-wheel", "gpu", "multigpu", "root"]
Evidence = Literal["message", "hang", "measurement"]
FixedExit = Literal["zero", "any"]
Taken = Literal["program", "ranks", "seconds", "peak MiB"]


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that the programs print as `MEASURED <name> = <number>`, and on which side of what bound it must lie."""

    name: str = described("what is measured, with its unit, as the programs print it")
    broken: str = described("the bound that broken must reach, such as '>= 2.0'")
    fixed: str = described("the bound that fixed must keep, such as '<= 0.1'")
    why: str = described("why these bounds tell the failure from the cure on any machine")
    taken: Taken = described(
        "who takes it: the program, or the runner, which counts ranks, seconds or peak MiB", default="program"
    )


@dataclass(frozen=True, slots=True)
class Reproduction:
    """How broken.* and fixed.* are run and what proves each, or why nobody can run them."""

    not_run: str = described("why it cannot be, or has not been, reproduced", default="")
    launch: Launcher = described("what starts the two programs", default="plain")
    processes: int = described("workers on each node", default=1)
    nodes: int = described("agents, each with workers of its own", default=1)
    needs: tuple[Needs, ...] = described("what the machine must have", default=())
    requires: tuple[str, ...] = described("releases that it runs with, such as 'torch>=2.4'", default=())
    seconds: int = described("wall-clock limit for each program", default=90)
    proof: Evidence = described("what broken must show", default="message")
    survives: str = described("why broken shows the failure and yet ends with status 0, or not at all", default="")
    stands_in: tuple[str, ...] = described("hang: a library's functions, in one of which a rank must stand", default=())
    measure: Measure | None = described("measurement: what is measured and its bounds", default=None)
    achieves: str = described("a line that shows fixed's work, which broken cannot print", default="")
    fixed_exit: FixedExit = described("any: the cure shows the cause instead of preventing it", default="zero")
    arguments: tuple[str, ...] = described("more arguments for the launcher", default=())
    packages: tuple[str, ...] = described("exact requirements laid over the environment for broken", default=())
    fixed_packages: tuple[str, ...] = described("the same for fixed, where it needs any", default=())
    warm_up: str = described("Python statements run once before any limit counts, such as compiling", default="")
    differs: str = described("what differs from what a GPU user sees", default="")
    zh: str = described("not_run or differs in Chinese", default="")

    @property
    def reason(self) -> str:
        """Why nobody has run it, in the reader's language."""
        return either(self.not_run, self.zh) if self.not_run else ""

    @property
    def difference(self) -> str:
        """What differs, in the reader's language."""
        return either(self.differs, self.zh) if self.differs else ""
