"""One program of a plan -> a temporary folder, a supervised run, and what it printed; nothing stays behind."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from kb.runner.planning.plan import Plan
from kb.runner.running import commands, ghost, interpreter, sandbox, variables
from kb.runner.supervising import processes, stacks
from kb.runner.supervising.outcome import UNJUDGED, Outcome, Run

ROOT = Path(__file__).resolve().parents[3]
WARM_UP_SECONDS = 400
# Held by the runner that builds in a cache; it goes with its process, however that ends.
BUILDING = ".building"
# The supervisor needs time to take stacks and to clean up after the deadline.
GRACE_SECONDS = 120
CRASH_ON_THE_WAY_OUT = "terminate called without an active exception"
MOST_TRIES = 3
# Of a longer log the beginning and the end are read: 1 MiB each.
READ_BYTES = 2**20
OMITTED = "\n[the runner left out {} bytes here]\n"


class Stopped(Exception):
    """The session was told to stop; nothing of this run counts."""


@dataclass(slots=True)
class Place:
    """Where programs are run: the interpreter under test, whether they are confined, and whether to go on.

    `ghosts` keeps what programs print without libraries, which no release of a library changes; by slug and program.
    """

    python: str
    confined: bool = False
    keep: Path | None = None
    stopping: threading.Event = field(default_factory=threading.Event)
    ghosts: dict[tuple[str, str], str] | None = None


def run_program(plan: Plan, program: str, place: Place, packages: tuple[str, ...], folders: dict[str, str]) -> Run:
    """One program, again where gloo crashed it on its way out, after its work. `folders` learns this run's paths."""
    for _ in range(MOST_TRIES):
        run = _run_once(plan, program, place, packages, folders)
        if not crashed_on_the_way_out(run):
            break
    return run


def crashed_on_the_way_out(run: Run) -> bool:
    """Some gloo programs abort while their threads are torn down (none to 40 % of runs): no verdict can rest on it."""
    return any(run.outcome.exits) and CRASH_ON_THE_WAY_OUT in run.log


def _run_once(plan: Plan, program: str, place: Place, packages: tuple[str, ...], folders: dict[str, str]) -> Run:
    """One program in a folder that is gone afterwards, with everything that it started."""
    overlay = interpreter.overlay(place.python, packages)
    cache = interpreter.extension_cache(place.python, packages)
    with tempfile.TemporaryDirectory(prefix="rankdown-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folders |= {str(folder): "/home/user/job"} | ({str(overlay): "/home/user/overlay"} if overlay else {})
        _copy(plan, folder)
        port, tag = variables.free_port(), uuid.uuid4().hex
        around = variables.environment(place.python, folder, port, tag, cache, overlay)
        if plan.how.warm_up:
            _warm_up(plan.how.warm_up, place, folder, cache, around)
        spec = {
            "commands": commands.commands(plan, program, place.python, port, tag),
            "environment": around,
            "folder": str(folder),
            "log": str(folder / "output.log"),
            "outcome": "outcome.json",
            "program": program,
            "seconds": plan.how.seconds,
            "looks": True,
            "fair": False,
            "memory": sandbox.MOST_MEMORY if place.confined and not {"gpu", "multigpu"} & set(plan.how.needs) else 0,
        }
        run = _supervised(spec, folder, place, [folder, cache])
    run = replace(run, ghost=_known_ghost(plan, program, place, spec))
    if place.keep:
        _keep(run, place.keep / plan.slug, program)
    return run


def _known_ghost(plan: Plan, program: str, place: Place, spec: dict) -> str:
    if place.ghosts is None:
        return _ghost(plan, program, place, spec)
    key = plan.slug, program
    if key not in place.ghosts:
        place.ghosts[key] = _ghost(plan, program, place, spec)
    return place.ghosts[key]


def _ghost(plan: Plan, program: str, place: Place, spec: dict) -> str:
    """What the same program prints where every library is hollow."""
    with tempfile.TemporaryDirectory(prefix="rankdown-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        _copy(plan, folder)
        bare = ghost.interpreter(place.python, folder)
        around = {key: value.replace(spec["folder"], name) for key, value in spec["environment"].items()}
        (folder / "home").mkdir()
        changed = {
            "commands": ghost.commands(plan, program, bare),
            "environment": ghost.variables(around, place.python, bare),
            "folder": name,
            "log": str(folder / "output.log"),
            "seconds": ghost.seconds(plan),
            "looks": False,
            "fair": True,  # a number that nobody measured must not pass because the machine was too busy to print it
        }
        return _supervised(spec | changed, folder, place, [folder]).log


def _copy(plan: Plan, folder: Path) -> None:
    for path in plan.files:
        shutil.copy2(path, folder / path.name)


def _supervised(spec: dict, folder: Path, place: Place, writable: list[Path]) -> Run:
    path = folder / "specification.json"
    path.write_text(json.dumps(spec))
    command = [sys.executable, "-m", "kb.runner.supervising.supervise", str(path)]
    if place.confined:
        command = sandbox.inside(command, writable, _readable(place, spec["environment"]))
    supervisor = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, start_new_session=True, env=_for_supervisor()
    )
    try:
        _wait(supervisor, spec["seconds"] + GRACE_SECONDS, place)
    finally:
        processes.end(processes.orphans(spec["environment"][variables.TAG], folder))
    outcome = folder / spec["outcome"]
    # A program can write this file too, but then it has to end the supervisor before it does.
    if supervisor.returncode or not outcome.exists():
        return Run(Outcome([], 0.0), UNJUDGED, str(folder))
    told = json.loads(outcome.read_text())
    told["dumps"] = {rank: [stacks.restored(dump) for dump in dumps] for rank, dumps in told["dumps"].items()}
    return Run(Outcome(**told), read_log(folder / "output.log"), str(folder))


def _readable(place: Place, around: dict[str, str]) -> list[Path]:
    """What a run needs even where it lies below /tmp, which is another inside the walls."""
    overlay = [Path(around["PYTHONPATH"])] if "PYTHONPATH" in around else []
    return [ROOT, Path(place.python).parent.parent, Path(sys.executable).parent.parent, *overlay]


def _for_supervisor() -> dict[str, str]:
    """The supervisor is ours, but a program can read its environment: no more of it than a program may see."""
    return {name: value for name, value in os.environ.items() if name in variables.SEEN}


def _wait(supervisor: subprocess.Popen, seconds: float, place: Place) -> None:
    """Until a process has ended, its time is up, or the session is told to stop. Raises Stopped then."""
    waited = 0.0
    while waited < seconds and not place.stopping.is_set():
        with contextlib.suppress(subprocess.TimeoutExpired):
            supervisor.wait(0.2)
            return
        waited += 0.2
    with contextlib.suppress(OSError):
        os.kill(supervisor.pid, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        supervisor.wait(10)
    supervisor.kill()
    supervisor.wait()
    if place.stopping.is_set():
        raise Stopped


def read_log(path: Path) -> str:
    """A log, or the first and last MiB of a longer one."""
    size = path.stat().st_size
    with path.open("rb") as log:
        if size <= 2 * READ_BYTES:
            return log.read().decode(errors="replace")
        head = log.read(READ_BYTES)
        log.seek(size - READ_BYTES)
        said = OMITTED.format(size - 2 * READ_BYTES)
        return head.decode(errors="replace") + said + log.read(READ_BYTES).decode(errors="replace")


def _warm_up(statements: str, place: Place, folder: Path, cache: Path, around: dict[str, str]) -> None:
    """Fails silently: what cannot be warmed up will show in the run itself, with its own message."""
    command = [place.python, "-c", statements]
    if place.confined:
        command = sandbox.inside(command, [folder, cache], _readable(place, around), network=True)
    silent = subprocess.DEVNULL
    with _no_lock_left(cache):
        warming = subprocess.Popen(
            command, cwd=folder, env=around, stdin=silent, stdout=silent, stderr=silent, start_new_session=True
        )
        try:
            _wait(warming, WARM_UP_SECONDS, place)
        finally:
            processes.end(processes.orphans(around[variables.TAG], folder))
            if warming.returncode != 0:
                _unlock(cache)


@contextlib.contextmanager
def _no_lock_left(cache: Path) -> Iterator[None]:
    """Less the lock of a runner that was killed; while another builds there, as the kernel knows, it stays."""
    with (cache / BUILDING).open("a") as building:
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(building, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _unlock(cache)
        yield


def _unlock(cache: Path) -> None:
    """A build that was ended leaves its lock (torch/utils/file_baton.py): every later one would wait for it forever."""
    for lock in cache.rglob("lock"):
        lock.unlink(missing_ok=True)


def _keep(run: Run, folder: Path, program: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    stem = Path(program).stem
    (folder / f"{stem}.log").write_text(run.log)
    (folder / f"{stem}.hollow.log").write_text(run.ghost)
    for rank, dumps in run.outcome.dumps.items():
        (folder / f"{stem}.rank{rank}.stack").write_text(stacks.as_text(dumps[-1]) if dumps else "")
