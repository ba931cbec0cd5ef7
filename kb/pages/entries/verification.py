"""Files beside an entry -> what its page says about runs: the diff of the fix, and each recorded verification."""

from __future__ import annotations

import ast
import difflib
import json
import shlex
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils.safestring import SafeString

from kb.catalogue.loading.parsing.folder import is_regular
from kb.catalogue.schema.entry import Entry
from kb.language import gettext, marked_words
from kb.markdown import render_diff
from kb.pages.told import Told, told
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
    """`not_run` says why there are no runs; `diff` is the fix as a diff of two programs.

    `fetch` is a command that gets the broken program and starts it; empty where one machine alone cannot.
    """

    not_run: Told
    differs: Told
    diff: SafeString
    programs: tuple[str, ...]
    fetch: str
    packages: tuple[str, ...]
    fixed_packages: tuple[str, ...]
    log: str
    runs: tuple[Run, ...]

    @property
    def headline(self) -> str:
        """How it stands, in a few words."""
        if not self.runs:
            return gettext("Not yet run") if self.programs and not self.not_run else gettext("Not reproduced")
        last = self.runs[0]
        told = gettext("Verified on {date}") if last.verified else gettext("Failed on {date}")
        return told.format(date=last.date)


def verification(entry: Entry) -> Verification:
    folder, how = entry.path.parent, entry.front.reproduction
    broken, fixed = _program(folder, "broken"), _program(folder, "fixed")
    programs = tuple(path.name for path in (broken, fixed) if path)
    diff = _diff(broken, fixed) if broken and fixed else SafeString("")
    plan = plan_for(entry)
    runs = _runs(folder / "runs.jsonl", plan)
    packages = (how.packages, how.fixed_packages)
    fetch = _fetch(entry, broken.name) if broken else ""
    return Verification(told(how.reason), told(how.difference), diff, programs, fetch, *packages, _log(folder), runs)


def _fetch(entry: Entry, name: str) -> str:
    how = entry.front.reproduction
    starts = {
        "plain": "python",
        "script": "bash",
        "torchrun": f"torchrun --nproc-per-node={how.processes}",
        "accelerate": f"accelerate launch --num_processes {how.processes}",
        "deepspeed": f"deepspeed --num_gpus {how.processes}",
    }
    arguments = shlex.join(how.arguments)
    words = (name, arguments) if how.launch == "plain" else (arguments, name)
    start = " ".join(word for word in (starts[how.launch], *words) if word)
    return f"curl -fO {settings.SITE_URL}{entry.url}{name}\n{start}" if how.nodes == 1 else ""


def _program(folder: Path, name: str) -> Path | None:
    return next((path for ending in (".py", ".sh") if is_regular(path := folder / f"{name}{ending}")), None)


def _diff(broken: Path, fixed: Path) -> SafeString:
    """Of the code alone: what each program is for stands in the text, and two descriptions always differ."""
    old, new = _code(broken), _code(fixed)
    return render_diff("\n".join(difflib.unified_diff(old, new, broken.name, fixed.name, lineterm="")))


def _code(program: Path) -> list[str]:
    """The lines of a program without its description: docstring, or the comment at the top of a shell script."""
    lines = program.read_text(encoding="utf-8", errors="replace").splitlines()
    first, last = _docstring(lines) if program.suffix == ".py" else _comment(lines)
    after = next((n for n in range(last, len(lines)) if lines[n].strip()), len(lines)) if last > first else last
    return lines[:first] + lines[after:]


def _docstring(lines: list[str]) -> tuple[int, int]:
    """Its first line, and the one after its last, from 0; the same where there is none."""
    try:
        body = ast.parse("\n".join(lines)).body
    except (SyntaxError, ValueError, RecursionError):
        return 0, 0
    told = body and isinstance(body[0], ast.Expr) and isinstance(getattr(body[0].value, "value", None), str)
    return (body[0].lineno - 1, body[0].end_lineno) if told else (0, 0)


def _comment(lines: list[str]) -> tuple[int, int]:
    first = 1 if lines and lines[0].startswith("#!") else 0
    last = next((n for n in range(first, len(lines)) if not lines[n].startswith("#")), len(lines))
    return first, last


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
    return gettext(", ").join(map(str, value)) if isinstance(value, list) else str(value or "")


def _environment(told: dict) -> str:
    named = (("torch", "torch"), ("cuda", "CUDA"), ("nccl", "NCCL"), ("gpus", "GPUs:"), ("python", "Python"))
    return gettext(", ").join(f"{name} {_joined(told[key])}" for key, name in named if told.get(key))


def _outcome(told: dict) -> str:
    seconds, outcome = told.get("seconds"), str(told.get("outcome", ""))
    took = f" ({seconds:.0f} s)" if isinstance(seconds, int | float) else ""
    if outcome.startswith(ENDED):
        said = gettext("ended with status {status}").format(status=outcome.removeprefix(ENDED))
    else:
        said = gettext(outcome)
    return f"{said}{took}".strip()
