"""An entry's record -> how it stands today: verified, failed, stale, never run, or not reproducible and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.catalogue.entry import Entry
from kb.runner.judging.verdict import VERIFIED
from kb.runner.planning.plan import plan_for
from kb.runner.recording.record import history

Word = Literal["verified", "failed", "stale", "never run", "not reproduced"]


@dataclass(frozen=True, slots=True)
class Standing:
    """`last` is the newest line of runs.jsonl; `reason` says why there are no programs."""

    word: Word
    needs: tuple[str, ...] = ()
    last: dict | None = None
    reason: str = ""


def standing(entry: Entry) -> Standing:
    """How the entry's promise stands; a record counts only for the programs as they are now."""
    plan = plan_for(entry)
    if plan is None:
        return Standing("not reproduced", reason=entry.front.reproduction.not_run)
    runs = history(entry.path.parent)
    if not runs:
        return Standing("never run", plan.how.needs)
    last = runs[-1]
    if last["entry_digest"] != plan.digest():
        return Standing("stale", plan.how.needs, last)
    return Standing("verified" if last["verdict"] == VERIFIED else "failed", plan.how.needs, last)
