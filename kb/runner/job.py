"""One entry on its way through a session."""

from __future__ import annotations

import time
from dataclasses import dataclass

from kb.runner.planning.plan import Plan
from kb.runner.planning.requires import lacking
from kb.runner.reproduce import Reproduced
from kb.runner.running import interpreter

# The state of a job on which the runner itself failed.
BROKE = "broke the runner"


@dataclass(slots=True)
class Job:
    """An entry that waits, runs a program, was not run for a reason, or is done after so many tries."""

    slug: str
    plan: Plan | None
    state: str = "waiting"
    reason: str = ""
    done: Reproduced | None = None
    began: float = 0.0
    tries: int = 0
    shown: int = 0

    @property
    def running(self) -> bool:
        return self.state in ("broken", "fixed") and not self.reason

    @property
    def broke(self) -> bool:
        return self.state == BROKE

    def enter(self, state: str) -> None:
        """The program that runs from now on."""
        self.state, self.began = state, time.monotonic()


def why_not(job: Job, found: dict) -> str:
    """What keeps a job from running on this machine; empty where nothing does."""
    if job.plan is None:
        return job.reason or "the entry has no programs"
    if not (has := interpreter.machine_has(found)):
        return "this interpreter has no torch: name another with --python, or run `make reproduce`"
    missing = [need for need in job.plan.how.needs if need not in has]
    if missing:
        return f"this machine lacks {', '.join(missing)}"
    older = lacking(job.plan.how.requires, found)
    return f"the entry requires {', '.join(older)}" if older else ""
