"""Files beside an entry -> what its page says about runs: the diff of the fix, and each recorded verification."""

from __future__ import annotations

import difflib
import json
from dataclasses import dataclass
from pathlib import Path

from django.utils.safestring import SafeString

from kb.catalogue.entry import Entry
from kb.catalogue.parsing.folder import is_regular
from kb.language import gettext, marked_words
from kb.markdown import render_diff
from kb.runner.planning.plan import Plan, plan_for
from kb.runner.recording.record import CAPTURED

LONGEST_LOG = 12_000
# How the runner says that a run ended; a status follows the last.
OUTCOMES, ENDED = marked_words("message", "measurement", "hang"), "ended with status "


@dataclass(frozen=True, slots=True)
class Run:
    """One line of runs.jsonl."""

    date: str
    verified: bool
    needs: str
    environment: str
    broken: str
    fixed: str
    stale: bool


@dataclass(frozen=True, slots=True)
class Verification:
    """`not_run` says why there are no runs; `diff` is the fix as a diff of two programs."""

    not_run: str
    differs: str
    diff: SafeString
    programs: tuple[str, ...]
    packages: tuple[str, ...]
    fixed_packages: tuple[str, ...]
    log: str
    runs: tuple[Run, ...]


def verification(entry: Entry) -> Verification:
    folder, told = entry.path.parent, entry.front.reproduction
    broken, fixed = _program(folder, "broken"), _program(folder, "fixed")
    programs = tuple(path.name for path in (broken, fixed) if path)
    diff = _diff(broken, fixed) if broken and fixed else SafeString("")
    plan = plan_for(entry)
    runs = _runs(folder / "runs.jsonl", plan)
    packages = (told.packages, told.fixed_packages)
    return Verification(told.not_run, told.differs, diff, programs, *packages, _log(folder), runs)


def _program(folder: Path, name: str) -> Path | None:
    return next((path for ending in (".py", ".sh") if is_regular(path := folder / f"{name}{ending}")), None)


def _diff(broken: Path, fixed: Path) -> SafeString:
    old, new = (path.read_text(encoding="utf-8", errors="replace").splitlines() for path in (broken, fixed))
    return render_diff("\n".join(difflib.unified_diff(old, new, broken.name, fixed.name, lineterm="")))


def _log(folder: Path) -> str:
    """What broken printed when it was last recorded; empty for hangs and measurements."""
    recorded = folder / "samples" / CAPTURED
    return recorded.read_text(encoding="utf-8", errors="replace")[-LONGEST_LOG:] if is_regular(recorded) else ""


def _runs(record: Path, plan: Plan | None) -> tuple[Run, ...]:
    """Newest first; a line that cannot be read is the runner's business, not the reader's."""
    if not is_regular(record):
        return ()
    runs = [run for line in record.read_text(encoding="utf-8").splitlines() if (run := _run(line, plan))]
    return tuple(sorted(runs, key=lambda run: run.date, reverse=True))


def _run(line: str, plan: Plan | None) -> Run | None:
    try:
        told = json.loads(line)
        return Run(
            date=str(told.get("date", ""))[:10],
            verified=told.get("verdict") == "verified",
            needs=_joined(told.get("needs")),
            environment=_environment(told.get("environment") or {}),
            broken=_outcome(told.get("broken") or {}),
            fixed=_outcome(told.get("fixed") or {}),
            stale=plan is None or not plan.is_of(str(told.get("entry_digest"))),
        )
    except (ValueError, AttributeError):
        return None


def _joined(value) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")


def _environment(told: dict) -> str:
    named = (("torch", "torch"), ("cuda", "CUDA"), ("nccl", "NCCL"), ("gpus", "GPUs:"), ("python", "Python"))
    return ", ".join(f"{name} {_joined(told[key])}" for key, name in named if told.get(key))


def _outcome(told: dict) -> str:
    seconds, outcome = told.get("seconds"), str(told.get("outcome", ""))
    took = f" ({seconds:.0f} s)" if isinstance(seconds, int | float) else ""
    if outcome.startswith(ENDED):
        said = gettext("ended with status {status}").format(status=outcome.removeprefix(ENDED))
    else:
        said = gettext(outcome)
    return f"{said}{took}".strip()
