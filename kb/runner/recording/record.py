"""Verdict -> a line of runs.jsonl, and the recorded log for the entry's page."""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import asdict
from pathlib import Path

from kb.runner.judging.verdict import Side, Verdict
from kb.runner.planning.plan import Plan

FILE = "runs.jsonl"
CAPTURED = "reproduced.log"
MOST_CAPTURED_LINES = 120
# Types, not only names: a line that lacks one is none of ours.
REQUIRED = {"date": str, "verdict": str, "environment": dict, "entry_digest": str}


def line_for(
    plan: Plan,
    verdict: Verdict,
    environment: dict,
    today: datetime.date,
    folders: dict[str, str] | None = None,
    showed: tuple[int, int] = (1, 1),
) -> dict:
    """One verification as the contract wants it; `folders` has the names to put for this machine's paths.

    `showed` says how many of how many tries showed the entry's failure: some failures come in a share of runs only.
    """
    broken = _side(verdict.broken, folders or {}) | _laid_over(plan.how.packages)
    return {
        "date": today.isoformat(),
        "verdict": verdict.word,
        "needs": list(plan.how.needs),
        "broken": broken | {"shown": verdict.shown, "showed": showed[0], "tries": showed[1]},
        "fixed": _side(verdict.fixed, folders or {}) | _laid_over(plan.how.fixed_packages),
        "environment": environment,
        "entry_digest": plan.digest(),
    }


def _side(side: Side, folders: dict[str, str]) -> dict:
    said = {key: value for key, value in asdict(side).items() if value or key != "wrong"}
    for key in ("evidence", "wrong"):
        if key in said:
            said[key] = [anonymous(text, folders) for text in said[key]]
    return said


def _laid_over(packages: tuple[str, ...]) -> dict:
    """`environment` tells what both programs had; these came before it for one of them."""
    return {"packages": list(packages)} if packages else {}


def anonymous(text: str, folders: dict[str, str]) -> str:
    """A log without this machine's paths, the longest first."""
    for path in sorted(folders, key=len, reverse=True):
        text = text.replace(path, folders[path])
    return text


def append(plan: Plan, line: dict) -> Path:
    """Adds the line to the entry's history, which is never written by hand."""
    path = plan.folder / FILE
    with path.open("a", encoding="utf-8") as history:
        history.write(json.dumps(line, ensure_ascii=False) + "\n")
    return path


def history(folder: Path) -> list[dict]:
    """All recorded verifications of an entry, oldest first; what the runner did not write counts for nothing."""
    path = folder / FILE
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else []
    return [run for line in lines if (run := recorded(line))]


def recorded(line: str) -> dict | None:
    """A line of the record as data; None where it is not one."""
    try:
        run = json.loads(line)
        datetime.date.fromisoformat(run["date"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return run if all(isinstance(run.get(key), kind) for key, kind in REQUIRED.items()) else None


def capture(plan: Plan, log: str, folders: dict[str, str]) -> Path | None:
    """Refreshes samples/reproduced.log with what broken printed, less this machine's paths; a person reviews it."""
    if plan.how.proof != "message":
        return None
    log = re.sub(r"\x1b\[[0-9;]*m", "", anonymous(log, folders))
    lines = [line.rstrip() for line in log.splitlines()]
    kept = lines if len(lines) <= MOST_CAPTURED_LINES else lines[-MOST_CAPTURED_LINES:]
    path = plan.folder / "samples" / CAPTURED
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(kept).strip("\n") + "\n", encoding="utf-8")
    return path
