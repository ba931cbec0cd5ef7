"""One program of a plan -> a temporary folder, a supervised run, and what it printed; nothing stays behind."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

from kb.runner.planning.plan import Plan
from kb.runner.running import commands, interpreter, variables
from kb.runner.running.outcome import Outcome, Run

ROOT = Path(__file__).resolve().parents[3]
WARM_UP_SECONDS = 400
# The supervisor needs time to take stacks and to clean up after the deadline.
GRACE_SECONDS = 120
CRASH_ON_THE_WAY_OUT = "terminate called without an active exception"
MOST_TRIES = 3


def run_program(
    plan: Plan, program: str, python: str, packages: tuple[str, ...], keep: Path | None, folders: dict[str, str]
) -> Run:
    """One program, again where gloo crashed it on its way out, after its work."""
    for _ in range(MOST_TRIES):
        run = _run_once(plan, program, python, packages, keep, folders)
        if not crashed_on_the_way_out(run):
            break
    return run


def crashed_on_the_way_out(run: Run) -> bool:
    """Some gloo programs abort while their threads are torn down (none to 40 % of runs): no verdict can rest on it."""
    return any(run.outcome.exits) and CRASH_ON_THE_WAY_OUT in run.log


def _run_once(
    plan: Plan, program: str, python: str, packages: tuple[str, ...], keep: Path | None, folders: dict[str, str]
) -> Run:
    """One program in a folder that is gone afterwards, with everything that it started."""
    overlay = interpreter.overlay(python, packages)
    cache = interpreter.extension_cache(python, packages)
    with tempfile.TemporaryDirectory(prefix="rankdown-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for path in plan.files:
            shutil.copy2(path, folder / path.name)
        port, tag = variables.free_port(), uuid.uuid4().hex
        around = variables.environment(python, folder, port, tag, cache, overlay)
        if plan.how.warm_up:
            _warm_up(plan.how.warm_up, python, folder, around)
        spec = {
            "commands": commands.commands(plan, program, python, port, tag),
            "environment": around,
            "folder": str(folder),
            "log": str(folder / "output.log"),
            "outcome": "outcome.json",
            "program": program,
            "seconds": plan.how.seconds,
        }
        run = _supervised(spec, folder)
        folders |= {str(folder): "/home/user/job"} | ({str(overlay): "/home/user/overlay"} if overlay else {})
        if keep:
            _keep(run, keep / plan.slug, program)
        return run


def _supervised(spec: dict, folder: Path) -> Run:
    path = folder / "specification.json"
    path.write_text(json.dumps(spec))
    command = [sys.executable, "-m", "kb.runner.running.supervise", str(path)]
    supervisor = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        supervisor.wait(spec["seconds"] + GRACE_SECONDS)
    except BaseException:
        os.kill(supervisor.pid, signal.SIGTERM)
        supervisor.wait(GRACE_SECONDS)
        raise
    outcome = folder / spec["outcome"]
    if not outcome.exists():
        return Run(Outcome([supervisor.returncode], 0.0), "the supervisor itself failed; see its message above")
    return Run(Outcome(**json.loads(outcome.read_text())), (folder / "output.log").read_text(errors="replace"))


def _warm_up(statements: str, python: str, folder: Path, variables: dict[str, str]) -> None:
    """Fails silently: what cannot be warmed up will show in the run itself, with its own message."""
    command = [python, "-c", statements]
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run(command, cwd=folder, env=variables, capture_output=True, timeout=WARM_UP_SECONDS)


def _keep(run: Run, folder: Path, program: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    stem = Path(program).stem
    (folder / f"{stem}.log").write_text(run.log)
    for rank, stack in run.outcome.stacks.items():
        (folder / f"{stem}.rank{rank}.stack").write_text(stack)
