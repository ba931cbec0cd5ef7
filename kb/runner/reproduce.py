"""One plan -> both programs run, each in a temporary folder of its own -> verdict."""

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
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kb.runner import commands, environment
from kb.runner.plan import Plan
from kb.runner.ranked import not_first
from kb.runner.supervise import Outcome
from kb.runner.verdict import Run, Verdict, judge

ROOT = Path(__file__).resolve().parents[2]
WARM_UP_SECONDS = 400
# The supervisor needs time to take stacks and to clean up after the deadline.
GRACE_SECONDS = 120
CRASH_ON_THE_WAY_OUT = "terminate called without an active exception"
MOST_TRIES = 3

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Reproduced:
    """A verdict with the logs that it rests on, and the names to put for this machine's paths in them."""

    verdict: Verdict
    broken: Run
    fixed: Run
    folders: dict[str, str]


def reproduce(plan: Plan, python: str, say: Say, keep: Path | None = None) -> Reproduced:
    """Runs broken, then fixed. Raises environment.NoEnvironment where a package is not to be had."""
    folders = {str(Path(python).absolute().parent.parent): "/home/user/venv", str(Path.home()): "/home/user"}
    say("broken")
    broken = run_program(plan, plan.broken.name, python, plan.how.packages, keep, folders)
    say("fixed")
    fixed = run_program(plan, plan.fixed.name, python, plan.how.fixed_packages, keep, folders)
    verdict = judge(plan, broken, fixed)
    if plan.how.proof == "message" and not verdict.broken.wrong and (other := not_first(plan, broken.log)):
        verdict.broken.wrong.append(other)
    return Reproduced(verdict, broken, fixed, folders)


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
    overlay = environment.overlay(python, packages)
    cache = environment.extension_cache(python, packages)
    with tempfile.TemporaryDirectory(prefix="rankdown-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for path in plan.files:
            shutil.copy2(path, folder / path.name)
        port, tag = commands.free_port(), uuid.uuid4().hex
        variables = commands.environment(python, folder, port, tag, cache, overlay)
        if plan.how.warm_up:
            _warm_up(plan.how.warm_up, python, folder, variables)
        spec = {
            "commands": commands.commands(plan, program, python, port, tag),
            "environment": variables,
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
    command = [sys.executable, "-m", "kb.runner.supervise", str(path)]
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
