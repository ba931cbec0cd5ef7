"""Finds the processes of a job: by what launchers put into a rank's environment, or below a given process."""

from __future__ import annotations

import contextlib
import json
import os
import re
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from kb.collect.running.attempts import Probe, outcomes

PROC = Path("/proc")
MARKS = ("RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR", "TORCHELASTIC_RUN_ID")
# Launchers that have started no rank yet: they wait for other nodes.
LAUNCHERS = re.compile(
    r"torch\.distributed\.(?:run|launch)|torchrun|accelerate(?:\.commands\.launch)?|deepspeed|horovodrun"
)
RUN = ("TORCHELASTIC_RUN_ID", "SLURM_JOB_ID", "MASTER_ADDR", "MASTER_PORT")
# The rank as launchers without torchrun name it.
RANKS = ("RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK")
LARGEST_ENVIRONMENT = 4 << 20  # bytes
SCAN_SECONDS = 5.0
STUCK_AT_MOST = 8


@dataclass(frozen=True, slots=True)
class Process:
    """One process of the job. `started` in seconds since the epoch; `problem` says what of it could not be read."""

    pid: int
    parent: int
    uid: int
    name: str
    started: float
    command: list[str] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=dict)
    problem: str = ""
    role: str = ""
    job: str = ""

    @property
    def rank(self) -> str:
        return next((self.variables[name] for name in RANKS if name in self.variables), "?")

    @property
    def label(self) -> str:
        """How headings name it."""
        role = "" if self.role == "rank" else f" role={self.role}"
        return f"pid={self.pid} rank={self.rank}{role}" + (f" job={self.job}" if self.job else "")

    @property
    def run(self) -> str:
        """What ranks of one job have alike."""
        return " ".join(f"{name}={self.variables[name]}" for name in RUN if name in self.variables)

    @property
    def is_python(self) -> bool:
        words = (self.name, Path(self.command[0]).name if self.command else "")
        return any(word.startswith(("python", "pt_main_thread", "ray::")) for word in words)


@dataclass(frozen=True, slots=True)
class Job:
    """The job's processes on this machine, ranks first, and what could not be read. `ended`: as they last were."""

    processes: list[Process]
    notes: list[str]
    ended: bool = False

    def of(self, role: str) -> list[Process]:
        return [process for process in self.processes if process.role == role]


def find(roots: list[int] | None = None) -> Job:
    """The processes that carry the marks of a rank, or `roots` and all below them."""
    seen, notes = _scan(MARKS if not roots else ())
    own = _lineage(os.getpid(), seen)
    if roots:
        chosen = _below(roots, seen)
        notes += [f"pid {pid} is not there" for pid in roots if pid not in seen]
    else:
        marked = [p for p in seen.values() if any(mark in p.variables for mark in MARKS) and p.pid not in own]
        above = {p.parent for p in marked} - {p.pid for p in marked} - own
        # torchrun itself carries no marks.
        chosen = marked + [seen[pid] for pid in above if pid in seen and seen[pid].is_python]
        if not chosen:
            waiting = [p.pid for p in seen.values() if p.pid not in own and _launches(p)]
            chosen = _below(waiting, seen)
        notes += _unreadable(seen)
    processes, jobs = _in_jobs(_in_roles(chosen))
    return Job(processes, notes + jobs)


def _scan(marks: tuple[str, ...]) -> tuple[dict[int, Process], list[str]]:
    """Every process here, without its variables if none of `marks` is among them.

    A process whose memory the kernel does not let us read is left out, and said.
    """
    seen, notes, stuck = {}, [], []
    while len(stuck) < STUCK_AT_MOST:
        (outcome,) = outcomes([Probe("scan", lambda: _lines(stuck, marks), SCAN_SECONDS, polite=False)], 0)
        lines = [json.loads(line) for line in outcome.text.splitlines() if line.endswith(("}", "]"))]
        seen = {line["pid"]: Process(**line) for line in lines if isinstance(line, dict)}
        tried = [line[0] for line in lines if isinstance(line, list)]
        if not outcome.problem or not tried:
            break
        stuck.append(tried[-1])
        notes.append(f"pid {tried[-1]}: reading its environment did not come back (a process stuck in the kernel)")
    return seen, notes


def _lines(without: list[int], marks: tuple[str, ...]) -> str:
    for number in sorted(int(entry.name) for entry in PROC.glob("[0-9]*")):
        if number not in (*without, os.getpid()):
            # Said before it is read: if reading hangs, this is the culprit.
            os.write(1, f"[{number}]\n".encode())
            with contextlib.suppress(OSError, ValueError, IndexError):
                found = read(number)
                if marks and not any(mark in found.variables for mark in marks):
                    found.variables.clear()
                os.write(1, (json.dumps(asdict(found)) + "\n").encode())
    return ""


def read(pid: int) -> Process:
    """One process as /proc shows it. Raises OSError where it is gone."""
    folder = PROC / str(pid)
    status = (folder / "stat").read_text(errors="replace")
    name = status[status.index("(") + 1 : status.rindex(")")]
    fields = status.rpartition(")")[2].split()
    if fields[0] == "Z":
        raise ProcessLookupError(pid)
    started = boot_time() + int(fields[19]) / os.sysconf("SC_CLK_TCK")
    command = (folder / "cmdline").read_bytes()[:LARGEST_ENVIRONMENT].decode(errors="replace").split("\0")[:-1]
    variables, problem = {}, ""
    try:
        variables = _variables(folder)
    except OSError as error:
        problem = f"its environment is not readable: {error.strerror}"
    return Process(pid, int(fields[1]), folder.stat().st_uid, name, started, command, variables, problem)


def _variables(folder: Path) -> dict[str, str]:
    with (folder / "environ").open("rb") as file:
        pairs = file.read(LARGEST_ENVIRONMENT).decode(errors="replace").split("\0")
    return dict(pair.split("=", 1) for pair in pairs if "=" in pair)


def boot_time() -> float:
    """When this machine started, in seconds since the epoch."""
    return time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)


def _lineage(pid: int, seen: dict[int, Process]) -> set[int]:
    """The process and all above it: a shell from which we were started is not the job, whatever it exports."""
    found = set()
    while pid in seen and pid not in found:
        found.add(pid)
        pid = seen[pid].parent
    return found | {os.getpid()}


def _below(roots: list[int], seen: dict[int, Process]) -> list[Process]:
    chosen = [pid for pid in roots if pid in seen]
    for pid in chosen:
        chosen += [p.pid for p in seen.values() if p.parent == pid and p.pid not in chosen and p.pid != os.getpid()]
    return [seen[pid] for pid in chosen]


def _launches(process: Process) -> bool:
    return process.is_python and any(LAUNCHERS.fullmatch(Path(word).name) for word in process.command[:4])


def _unreadable(seen: dict[int, Process]) -> Iterator[str]:
    hidden = [p for p in seen.values() if p.problem and p.is_python]
    if hidden:
        who = ", ".join(f"{p.pid} (uid {p.uid})" for p in hidden[:20])
        what = f"{len(hidden)} Python process(es) whose environment may not be read"
        yield f"{what}: {who}; run as root, or as their user"


def _in_roles(chosen: list[Process]) -> list[Process]:
    """Who is a rank, who only serves one, who launched it."""
    by_pid = {p.pid: p for p in chosen}
    # Pods and batch scripts export RANK to the launcher too; then LOCAL_RANK tells the ranks.
    sure = "LOCAL_RANK" if any("LOCAL_RANK" in p.variables for p in chosen) else RANKS
    sure = (sure,) if isinstance(sure, str) else sure
    ranked = any(name in p.variables for p in chosen for name in sure)
    roles = {p.pid: _role(p, by_pid, sure) if ranked else _alone(p, by_pid) for p in chosen}
    order = {"rank": 0, "worker": 1, "other": 2, "launcher": 3}
    given = [replace(p, role=roles[p.pid]) for p in chosen]
    return sorted(given, key=lambda p: (order[p.role], int(p.rank) if p.rank.isdigit() else -1, p.pid))


def _in_jobs(processes: list[Process]) -> tuple[list[Process], list[str]]:
    """Numbers the jobs where more than one has ranks here, and says so."""
    runs = list(dict.fromkeys(p.run for p in processes if p.role == "rank"))
    if len(runs) < 2:
        return processes, []
    numbered = [replace(p, job=str(runs.index(p.run) + 1)) if p.run in runs else p for p in processes]
    notes = [f"job={number} is {run or 'without MASTER_ADDR'}" for number, run in enumerate(runs, 1)]
    return numbered, [f"{len(runs)} jobs have ranks here: name one with --pid, of its launcher", *notes]


def _alone(process: Process, by_pid: dict[int, Process]) -> str:
    """Without any rank it is one program, and what it started."""
    parent = by_pid.get(process.parent)
    if process.is_python:
        return "worker" if parent and parent.is_python else "rank"
    return "launcher" if any(p.parent == process.pid for p in by_pid.values()) else "other"


def _role(process: Process, by_pid: dict[int, Process], sure: tuple[str, ...]) -> str:
    has_children = any(p.parent == process.pid for p in by_pid.values())
    if not any(name in process.variables for name in sure):
        return "launcher" if has_children else "other"
    if not process.is_python:  # a shell around the program has its environment too
        return "launcher" if has_children else "rank"
    parent = by_pid.get(process.parent)
    same = parent and all(parent.variables.get(name) == process.variables.get(name) for name in (*MARKS, *sure))
    return "worker" if same and parent.is_python else "rank"


def nothing_found(job: Job, asked: list[int] | None = None) -> str:
    """What to do where no process was found; of those that were `asked` for, the notes say all."""
    if asked:
        return "\n".join(job.notes)
    return "\n".join(
        [
            f"no process here has {', '.join(MARKS)} in its environment. Name one with --pid (programs that set these "
            "variables themselves are not found otherwise), run this on the job's own machine, in its container.",
            *job.notes,
        ]
    )
