"""Reproductions with several releases of torch: a line a release in matrix.jsonl, and what it says of broken and fixed.

Beside runs.jsonl and not in it: an entry stands by runs with the releases that it is kept for, so a release that never
had the failure, or has it no longer, revokes nothing.
"""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kb.runner.judging.verdict import VERIFIED
from kb.runner.planning.plan import Plan
from kb.runner.recording.record import REQUIRED, history

FILE = "matrix.jsonl"
RELEASE = re.compile(r"(?P<major>\d{1,3})\.(?P<minor>\d{1,3})")
# Types, not only names: a line that lacks one is none of ours.
NOT_RUN = {"date": str, "torch": str, "not_run": str, "entry_digest": str}

Broken = Literal["fails", "fails in another way", "does not fail", "not judged", "not run"]
Fixed = Literal["works", "does not work", ""]
BROKEN: dict[str, Broken] = {
    "its failure": "fails",
    "another failure": "fails in another way",
    "no failure": "does not fail",
    "nothing": "not judged",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """What came of one release; `fixed` is empty where there was nothing to fix, `reason` where all is as expected."""

    torch: str
    date: str
    broken: Broken
    fixed: Fixed
    reason: str
    stale: bool


def not_run(plan: Plan, torch: str, reason: str, today: datetime.date) -> dict:
    """The line of a release that the entry's own requirements exclude."""
    return {"date": today.isoformat(), "torch": torch, "not_run": reason, "entry_digest": plan.digest()}


def keep(plan: Plan, line: dict) -> Path:
    """Puts the line in the place of the one with the same minor release; the oldest release comes first."""
    path = plan.folder / FILE
    kept = {release_of(old): old for old in lines(path)} | {release_of(line): line}
    text = "".join(json.dumps(kept[release], ensure_ascii=False) + "\n" for release in sorted(kept))
    path.write_text(text, encoding="utf-8")
    return path


def lines(path: Path) -> list[dict]:
    """All lines of a matrix.jsonl; what the runner did not write counts for nothing."""
    texts = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.is_file() else []
    return [line for text in texts if (line := recorded(text))]


def recorded(text: str) -> dict | None:
    """A line as data; None where it is not one."""
    try:
        line = json.loads(text)
        datetime.date.fromisoformat(line["date"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    wanted = NOT_RUN if "not_run" in line else REQUIRED
    right = all(isinstance(line.get(key), kind) for key, kind in wanted.items())
    return line if right and RELEASE.match(torch_of(line)) else None


def torch_of(line: dict) -> str:
    """The release of torch, as it calls itself."""
    return str(line["torch"] if "not_run" in line else line["environment"].get("torch") or "")


def release_of(line: dict) -> tuple[int, int]:
    """The minor release, as two numbers."""
    found = RELEASE.match(torch_of(line))
    return int(found["major"]), int(found["minor"])


def cells(plan: Plan) -> list[Cell]:
    """What an entry's page shows, the oldest release first; nothing where no matrix was recorded.

    A release that only runs.jsonl knows is there too: it was the same two programs, or the run is left out.
    """
    own = {release_of(line): line for line in lines(plan.folder / FILE)}
    runs = {release_of(run): run for run in history(plan.folder) if plan.is_of(run["entry_digest"]) and _has_torch(run)}
    current = {release: line for release, line in own.items() if plan.is_of(line["entry_digest"])}
    told = own | runs | current if own else {}
    return [cell(told[release], stale=not plan.is_of(told[release]["entry_digest"])) for release in sorted(told)]


def _has_torch(run: dict) -> bool:
    return RELEASE.match(torch_of(run)) is not None


def cell(line: dict, stale: bool = False) -> Cell:
    """What one line says, in words."""
    told = torch_of(line), line["date"]
    if "not_run" in line:
        return Cell(*told, "not run", "", line["not_run"], stale)
    if line["verdict"] == VERIFIED:
        return Cell(*told, "fails", "works", "", stale)
    broken, fixed = (line.get(name) if isinstance(line.get(name), dict) else {} for name in ("broken", "fixed"))
    shown = BROKEN.get(str(broken.get("shown")), "not judged")
    if shown == "fails" and broken.get("wrong"):
        shown = "fails in another way"
    objections = [*_texts(broken.get("wrong")), *_texts(fixed.get("wrong"))]
    cured: Fixed = (
        "" if shown in ("does not fail", "not judged") else "does not work" if fixed.get("wrong") else "works"
    )
    return Cell(*told, shown, cured, objections[0] if objections else "", stale)


def _texts(value: object) -> list[str]:
    return [str(text) for text in value] if isinstance(value, list) else []
