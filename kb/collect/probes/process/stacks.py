"""Python stacks by py-spy: without stopping the process; native ones, which stop it for a moment, only on request."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from kb.collect.job import PROC, Process
from kb.collect.probes import commands
from kb.collect.probes.namespaces import path_of
from kb.collect.probes.process import branches
from kb.collect.running.attempts import Absent

YAMA = PROC / "sys/kernel/yama/ptrace_scope"
REFUSED = ("Permission denied", "Operation not permitted")
GONE = "Failed to get process executable name"
NOT_PYTHON = "Failed to find python version"


def dump(process: Process, native: bool = False) -> str:
    """py-spy's own text. Raises Absent with the reason, and what would help, where there is none."""
    how = ["--native"] if native else ["--nonblocking"]
    words = [py_spy(process), "dump", "--pid", str(process.pid), *how]
    shown = subprocess.run(words, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
    if native and _state(process.pid) == "T":
        shown.stdout += (
            f"note: the process is stopped (state T) after py-spy: resume it with `kill -CONT {process.pid}`\n"
        )
    if shown.returncode == 0:
        return shown.stdout
    reason = (shown.stderr or shown.stdout).partition("\n\nStack backtrace")[0].strip()
    if any(word in reason for word in REFUSED):
        reason = f"py-spy may not read this process: run as root, or in a container with SYS_PTRACE{_yama()} ({reason})"
    elif GONE in reason:
        reason = "the process has ended"
    elif NOT_PYTHON in reason:
        reason = f"not a Python process, or one that is just starting ({reason.splitlines()[0]})"
    raise Absent(reason[:1500] or f"py-spy ended with status {shown.returncode}")


def placed(process: Process) -> str:
    """py-spy's text, and which branches and loops of the program its frames stand in. Raises Absent as `dump` does."""
    shown = dump(process)
    return shown + branches.around(process, shown)


def py_spy(process: Process) -> str:
    """py-spy of ours, of the job's own environment, or on the PATH."""
    beside = [Path(sys.executable).parent]
    if process.command and "/" in process.command[0]:
        beside.append(path_of(process.pid, process.command[0]).parent)
    beside += [path_of(process.pid, folder) / "bin" for folder in _prefixes(process)]
    for folder in beside:
        if os.access(folder / "py-spy", os.X_OK):
            return str(folder / "py-spy")
    try:
        return commands.find("py-spy")
    except Absent:
        raise Absent(
            "py-spy is not installed: `pip install py-spy` (any environment, also beside the running job), again"
        ) from None


def _prefixes(process: Process) -> list[str]:
    names = ("VIRTUAL_ENV", "CONDA_PREFIX")
    return [process.variables[name] for name in names if process.variables.get(name, "").startswith("/")]


def _yama() -> str:
    try:
        return f"; kernel.yama.ptrace_scope is {YAMA.read_text().strip()}"
    except OSError:
        return ""


def _state(pid: int) -> str:
    try:
        return (PROC / str(pid) / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return ""
