"""A process -> the Python frames of its threads, by py-spy, or by Python's own faulthandler where there is none."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

STACK_SECONDS = 20
FAULTHANDLER = re.compile(r'^  File "(?P<file>[^"\n]+)", line (?P<line>\d+) in (?P<name>.+)$')


class Frame(NamedTuple):
    """One Python frame: the function, its file in full, the line."""

    name: str
    file: str
    line: int


# The frames of one thread, the innermost first; the threads of one process.
Thread = list[Frame]
Dump = list[Thread]


def dump(pid: int) -> Dump:
    """Every thread of a process; empty where py-spy is missing or not allowed. Names of threads are left out."""
    beside = Path(sys.executable).parent / "py-spy"
    tool = str(beside) if beside.exists() else shutil.which("py-spy")
    if not tool:
        return []
    command = [tool, "dump", "--json", "--full-filenames", "--pid", str(pid)]
    with contextlib.suppress(subprocess.SubprocessError, OSError, ValueError, KeyError):
        shown = subprocess.run(command, capture_output=True, text=True, timeout=STACK_SECONDS)
        threads = json.loads(shown.stdout) if shown.returncode == 0 else []
        return [[Frame(f["name"], f["filename"], f["line"]) for f in thread["frames"]] for thread in threads]
    return []


def from_faulthandler(text: str) -> Dump:
    """What faulthandler wrote into a log."""
    threads: Dump = []
    for line in text.splitlines():
        if line.startswith(("Thread 0x", "Current thread 0x")):
            threads.append([])
        elif threads and (match := FAULTHANDLER.match(line)):
            threads[-1].append(Frame(match["name"], match["file"], int(match["line"])))
    return threads


def as_text(dump: Dump) -> str:
    """For people: a block a thread, the innermost frame first."""
    return "\n\n".join("\n".join(f"{f.name} ({f.file}:{f.line})" for f in thread) for thread in dump if thread)


def restored(threads: list) -> Dump:
    """A dump as JSON gives it back."""
    return [[Frame(*frame) for frame in thread] for thread in threads]
