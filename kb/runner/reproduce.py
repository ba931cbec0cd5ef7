"""One plan -> both programs run, each in a temporary folder of its own -> verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kb.runner.judging.judge import judge
from kb.runner.judging.ranked import not_first
from kb.runner.judging.verdict import Verdict
from kb.runner.planning.plan import Plan
from kb.runner.running.program import Place, run_program
from kb.runner.supervising.outcome import Run

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Reproduced:
    """A verdict with the logs that it rests on, and the names to put for this machine's paths in them."""

    verdict: Verdict
    broken: Run
    fixed: Run
    folders: dict[str, str]


def reproduce(plan: Plan, place: Place, say: Say) -> Reproduced:
    """Runs broken, then fixed. Raises NoEnvironment where a package is not to be had, Stopped where told to stop."""
    folders = {str(Path(place.python).absolute().parent.parent): "/home/user/venv", str(Path.home()): "/home/user"}
    say("broken")
    broken = run_program(plan, plan.broken.name, place, plan.how.packages, folders)
    say("fixed")
    fixed = run_program(plan, plan.fixed.name, place, plan.how.fixed_packages, folders)
    verdict = judge(plan, broken, fixed)
    if plan.how.proof == "message" and not verdict.broken.wrong and (other := not_first(plan, broken.log)):
        verdict.broken.wrong.append(other)
    return Reproduced(verdict, broken, fixed, folders)
