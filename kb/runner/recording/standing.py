"""An entry's record -> how it stands today: verified, failed, stale, never run, or not reproducible and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.catalogue.schema.entry import Entry
from kb.runner.evidence import shown
from kb.runner.judging.verdict import VERIFIED
from kb.runner.planning.plan import Plan, plan_for
from kb.runner.recording.record import history

Word = Literal["verified", "failed", "stale", "never run", "not reproduced"]
# A run that showed another failure, or that did not work at all, says nothing about this one.
REVOKES_NOTHING = {"another failure", "nothing"}


@dataclass(frozen=True, slots=True)
class Standing:
    """`last` is the line of runs.jsonl that decides; `news` a later one that showed another failure.

    `reason` says why there are no programs; `showed` how many of how many runs showed the failure.
    """

    word: Word
    needs: tuple[str, ...] = ()
    last: dict | None = None
    reason: str = ""
    news: dict | None = None
    showed: tuple[int, int] = (0, 0)


def standing(entry: Entry) -> Standing:
    """How the entry's promise stands; a record counts only for the programs as they are now."""
    plan = plan_for(entry)
    if plan is None:
        return Standing("not reproduced", reason=entry.front.reproduction.reason)
    runs = history(entry.path.parent)
    if not runs:
        return Standing("never run", plan.how.needs)
    current = [run for run in runs if plan.is_of(run["entry_digest"]) and not outdated(plan, run)]
    if not current:
        return Standing("stale", plan.how.needs, runs[-1])
    return _of(plan, current)


def _of(plan: Plan, current: list[dict]) -> Standing:
    last, news = current[-1], None
    good = [run for run in current if run["verdict"] == VERIFIED]
    if good and _broken(last).get("shown") in REVOKES_NOTHING:
        last, news = good[-1], current[-1]
    word: Word = "verified" if last["verdict"] == VERIFIED else "failed"
    tries = sum(_broken(run).get("tries", 1) for run in current)
    showed = sum(_broken(run).get("showed", run["verdict"] == VERIFIED) for run in current)
    return Standing(word, plan.how.needs, last, news=news, showed=(showed, tries))


def outdated(plan: Plan, run: dict) -> bool:
    """A verified run whose evidence no longer satisfies any signature of the entry: the signature was changed since."""
    if run["verdict"] != VERIFIED or plan.how.proof != "message":
        return False
    lines = tuple(shown.line_only(signature) for signature in plan.decisive)
    return not any(shown.proofs(text, lines) for text in _broken(run).get("evidence", []))


def _broken(run: dict) -> dict:
    told = run.get("broken")
    return told if isinstance(told, dict) else {}
