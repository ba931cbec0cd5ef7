"""What /proc says of one process: state, where it waits in the kernel, threads, CPU time, input and output, limits."""

from __future__ import annotations

import contextlib
import os
import time
from collections import defaultdict
from pathlib import Path

from kb.collect.job import PROC
from kb.collect.running.attempts import Absent

# Of the kernel's own lines in /proc/PID/status: what tells a frozen process from a slow one.
STATUS = (
    "Name State PPid TracerPid Uid FDSize VmPeak VmSize VmRSS RssShmem VmSwap Threads SigBlk SigIgn SigCgt Seccomp "
    "Cpus_allowed_list Mems_allowed_list voluntary_ctxt_switches nonvoluntary_ctxt_switches"
).split()
TICKS = os.sysconf("SC_CLK_TCK")
MOST_THREADS, MOST_STACKS = 4000, 6


def show(pid: int) -> str:
    """`name: value` lines, the kernel's where it has some, then a table of the threads."""
    folder = PROC / str(pid)
    lines = [f"at: {time.time():.3f}", *_status(folder)]
    lines += [f"cpu_seconds: {_cpu(folder / 'stat'):.2f}", f"wchan: {_word(folder / 'wchan')}"]
    lines += [f"syscall: {_word(folder / 'syscall')}", *_io(folder), *_descriptors(folder)]
    for name in ("oom_score", "oom_score_adj", "cgroup"):
        lines.append(f"{name}: {_word(folder / name)}")
    lines += [f"{which}: {_link(folder, which)}" for which in ("cwd", "exe", "ns/net", "ns/mnt", "ns/pid")]
    return "\n".join([*lines, *_threads(folder)]) + "\n"


def limits(pid: int) -> str:
    """`ulimit -a` as the process itself has it: the kernel's table."""
    return (PROC / str(pid) / "limits").read_text()


def _status(folder: Path) -> list[str]:
    text = (folder / "status").read_text(errors="replace")
    return [line.replace("\t", " ") for line in text.splitlines() if line.split(":")[0] in STATUS]


def _cpu(stat: Path) -> float:
    """User and system time of a process or thread, in seconds."""
    fields = stat.read_text(errors="replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _word(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip().replace("\n", " ") or "0"
    except OSError as error:
        return f"not readable: {error.strerror}"


def _link(folder: Path, name: str) -> str:
    try:
        return str((folder / name).readlink())
    except OSError as error:
        return f"not readable: {error.strerror}"


def _io(folder: Path) -> list[str]:
    try:
        return [f"io_{line}" for line in (folder / "io").read_text().splitlines()]
    except OSError as error:
        return [f"io: not readable: {error.strerror}"]


def _descriptors(folder: Path) -> list[str]:
    """How many files are open, by kind: a process out of descriptors fails in many places."""
    kinds: dict[str, int] = defaultdict(int)
    try:
        entries = list((folder / "fd").iterdir())
    except OSError as error:
        return [f"open_files: not readable: {error.strerror}"]
    for entry in entries:
        with contextlib.suppress(OSError):
            kinds[_kind(str(entry.readlink()))] += 1
    listed = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items(), key=lambda pair: -pair[1])[:12])
    return [f"open_files: {len(entries)} ({listed})"]


def _kind(target: str) -> str:
    if target.startswith("/dev/"):
        return "/dev/shm" if target.startswith("/dev/shm/") else target  # noqa: S108 - a kind, not a file of ours
    return target.split(":")[0] if not target.startswith("/") else "file"


def _threads(folder: Path) -> list[str]:
    """Threads of one name, state and place in the kernel share a line."""
    groups: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    entries = sorted((folder / "task").iterdir(), key=lambda entry: int(entry.name))
    for entry in entries[:MOST_THREADS]:
        with contextlib.suppress(OSError, IndexError):
            letter = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
            name = (entry / "comm").read_text(errors="replace").strip()
            groups[name, letter, _word(entry / "wchan")].append(_cpu(entry / "stat"))
    busiest = sorted(groups.items(), key=lambda pair: -sum(pair[1]))
    rows = [f"  {len(cpu):5}  {key[1]:5}  {sum(cpu):11.2f}  {key[2]:<30}  {key[0]}" for key, cpu in busiest]
    return ["threads:", "  count  state  cpu_seconds  wchan                           name", *rows]


def kernel_stacks(pid: int) -> str:
    """Where the main thread, and threads in state D, are in the kernel. Root only."""
    found = []
    for entry in sorted((PROC / str(pid) / "task").iterdir(), key=lambda entry: int(entry.name))[:MOST_THREADS]:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            letter = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
            if (letter == "D" or entry.name == str(pid)) and len(found) < MOST_STACKS:
                found.append(f"thread {entry.name} state {letter}\n{_stack(entry)}")
    return "\n".join(found)


def _stack(entry: Path) -> str:
    try:
        return (entry / "stack").read_text() or "(in user space)\n"
    except PermissionError as error:
        raise Absent(f"kernel stacks are for root: {error.strerror}") from error
