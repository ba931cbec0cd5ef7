"""Runs as the supervisor would have told them, for tests that judge without running anything."""

from __future__ import annotations

from pathlib import Path

from kb.runner.supervising.outcome import Outcome, Run
from kb.runner.supervising.stacks import Frame
from tests.runner.entries import SAMPLE

GOOD = Run(Outcome([0], 1.0), "turned by 7.5\n")
MESSAGE = Run(Outcome([1], 1.0), f"{SAMPLE}\n")


def stuck(library: Path, *functions: str, ranks: int = 1, looks: int = 2) -> Run:
    """Every rank stands, at each look, in the first of the functions, called by the next."""
    library.write_text("".join(f"def {name}():\n    pass\n" for name in functions))
    thread = [Frame(name, str(library), 2) for name in functions]
    dumps = {str(n): [[thread]] * looks for n in range(ranks)}
    return Run(Outcome([None], 20.0, True, dumps), "", folder="/nowhere/job")


def ratio(value: object, ghost: str = "") -> Run:
    return Run(Outcome([0], 1.0), f"MEASURED ratio = {value}\n", ghost=ghost)
