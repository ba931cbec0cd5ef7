"""The end of the files into which the job's processes print."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from kb.collect.job import PROC, Process
from kb.collect.running.attempts import Absent

TAIL = 256 << 10  # bytes of one file
MOST_FILES = 16


def files(processes: Iterable[Process]) -> list[tuple[Process, Path, str]]:
    """Process, where its file is to be opened, and the name of that file; each file once."""
    found, seen = [], set()
    for process in processes:
        for number in ("1", "2"):
            entry = PROC / str(process.pid) / "fd" / number
            with contextlib.suppress(OSError):
                known = entry.stat()
                if stat.S_ISREG(known.st_mode) and (known.st_dev, known.st_ino) not in seen:
                    seen.add((known.st_dev, known.st_ino))
                    found.append((process, entry, str(entry.readlink())))
    return found[:MOST_FILES]


def every(processes: Iterable[Process]) -> str:
    """The tails of all these files, each below a line with its name. Raises Absent where nobody prints into a file."""
    parts = []
    for process, entry, name in files(processes):
        try:
            parts.append(f"--- {name} ({process.label})\n{tail(entry)}")
        except OSError as error:
            parts.append(f"--- {name} ({process.label})\nabsent: {error.strerror}\n")
    if not parts:
        raise Absent("no process prints into a file that can be read from here: add the job's log by hand")
    return "".join(parts)


def tail(path: Path) -> str:
    """The last lines, whole ones, with a note where something is left out."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - TAIL))
        data = file.read(TAIL)
    if size <= TAIL:
        return data.decode(errors="replace")
    rest = data[data.find(b"\n") + 1 :]
    return f"cut: the first {size - len(rest)} of {size} bytes\n{rest.decode(errors='replace')}"
