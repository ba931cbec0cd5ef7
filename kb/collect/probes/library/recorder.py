"""Flight-recorder dumps of torch that lie on disk, as JSON; its pipe, which makes a process write one, on request.

Names after torch/csrc/distributed/c10d: the file is a prefix with the rank behind it, the pipe `<stem><rank>.pipe`.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import resource
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kb.collect.job import Process
from kb.collect.probes.namespaces import path_of
from kb.collect.running.attempts import Absent

PREFIXES = ("TORCH_FR_DUMP_TEMP_FILE", "TORCH_NCCL_DEBUG_INFO_TEMP_FILE")
PIPES = ("TORCH_NCCL_DEBUG_INFO_PIPE_FILE", "TORCH_FR_DEBUG_INFO_PIPE_FILE")
SIZES = ("TORCH_FR_BUFFER_SIZE", "TORCH_NCCL_TRACE_BUFFER_SIZE")
OLD_DEFAULT = "/tmp/nccl_trace_rank_"  # noqa: S108 - torch's, up to 2.7
LARGEST_FILE, LARGEST_TEXT = 256 << 20, 4 << 20  # bytes
MOST_VALUES = 20_000_000
# What an unpickler may use: a pickle can ask for far more memory than it is long.
MEMORY = 4 << 30
DUMP_SECONDS = 4.0
MOST_LYING = 64
# A file that is older than the process by more than the clock's grain is of an earlier run.
GRAIN = 2.0


@dataclass(frozen=True, slots=True)
class Dump:
    """A recorder's file, where it is to be found from here, and the process whose rank it carries."""

    path: Path
    process: Process | None


def places(process: Process) -> list[str]:
    """The prefixes under which this process's torch may write, most likely first."""
    given = [process.variables[name] for name in PREFIXES if process.variables.get(name)]
    cache = process.variables.get("XDG_CACHE_HOME") or process.variables.get("HOME", "/root") + "/.cache"
    return given[:1] or [f"{cache}/torch/comm_lib_trace_rank_", f"{cache}/torch/nccl_trace_rank_", OLD_DEFAULT]


def dumps(processes: Iterable[Process]) -> list[Dump]:
    """Where each rank's dump would be."""
    return [Dump(path_of(p.pid, f"{place}{p.rank}"), p) for p in processes if p.rank != "?" for place in places(p)]


def show(candidates: list[Dump]) -> str:
    """The first of these that is there and of this run, as JSON with one entry a line."""
    reasons = []
    for dump in candidates:
        try:
            return _read(dump)
        except FileNotFoundError:
            reasons.append(f"{dump.path} is not there")
        except Absent as reason:
            reasons.append(str(reason))
    raise Absent("; ".join(reasons) + _recording(candidates[0].process))


def show_lying() -> str:
    """Every dump that lies where our own environment would have one: for a job that has ended."""
    prefixes = places(Process(0, 0, 0, "", 0.0, variables=dict(os.environ)))
    paths = [path for prefix in prefixes for path in sorted(Path(prefix).parent.glob(Path(prefix).name + "[0-9]*"))]
    parts = []
    for path in paths[:MOST_LYING]:
        try:
            parts.append(f"--- {path}\n{_read(Dump(path, None))}")
        except (Absent, OSError) as reason:
            parts.append(f"--- {path}\nabsent: {reason}\n")
    if not parts:
        raise Absent(f"nothing lies at {', '.join(f'{prefix}N' for prefix in prefixes)}")
    return "".join(parts)


def _recording(process: Process | None) -> str:
    variables = process.variables if process else {}
    size = next((variables[name] for name in SIZES if name in variables), None)
    said = (
        f"the recorder's buffer size is {size}"
        if size
        else "its buffer size is not set (torch's default: 2000 from 2.6)"
    )
    return f"; {said}; torch writes one when NCCL meets a timeout or an error"


def _read(dump: Dump) -> str:
    found = dump.path.stat()
    if found.st_size > LARGEST_FILE:
        raise Absent(f"{dump.path} has {found.st_size} bytes: more than {LARGEST_FILE >> 20} MiB is not read")
    written = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(found.st_mtime))
    if dump.process and found.st_mtime < dump.process.started - GRAIN:
        raise Absent(f"{dump.path} is of an earlier run: written {written}, before this process began")
    notes, data = [f"note: {dump.path} written {written}, {found.st_size} bytes"], dump.path.read_bytes()
    try:
        text = as_json(load(data), notes)
    except Exception as error:  # a broken pickle fails in any way that it likes
        raise Absent(f"{dump.path} is not readable as a dump: {type(error).__name__}: {error}") from error
    return "\n".join([*notes, text]) + "\n"


def load(data: bytes) -> object:
    """A dump, JSON or pickle. A pickle that asks for anything but plain data is refused (UnpicklingError)."""
    if data[:1] in b"{[" and data:
        return json.loads(data)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    return _PlainData(io.BytesIO(data)).load()


class _PlainData(pickle.Unpickler):
    """Numbers, texts, lists, tuples, dicts; a class, a function, a persistent object is refused, never looked up."""

    def find_class(self, module: str, name: str) -> object:
        raise pickle.UnpicklingError(f"it asks for {module}.{name}, and only plain data is read")


def _count(value: object) -> None:
    """Raises ValueError where writing this out would not end: a short pickle can name one list a million times."""
    left, count = [value], 0
    while left:
        one, count = left.pop(), count + 1
        if count > MOST_VALUES:
            raise ValueError(f"more than {MOST_VALUES} values")
        left += one.values() if isinstance(one, dict) else one if isinstance(one, list | tuple) else ()


def as_json(dump: object, notes: list[str]) -> str:
    """Valid JSON, one entry a line; over the bound the oldest entries are left out, with a note."""
    _count(dump)
    if not isinstance(dump, dict) or not isinstance(dump.get("entries"), list):
        return _line(dump)
    entries, kept, room = [_line(entry) for entry in dump["entries"]], [], LARGEST_TEXT
    for entry in reversed(entries):
        room -= len(entry)
        if room < 0:
            break
        kept.append(entry)
    if len(kept) < len(entries):
        notes.append(f"cut: the oldest {len(entries) - len(kept)} of {len(entries)} entries")
    rest = {key: value for key, value in dump.items() if key != "entries"}
    return _line(rest)[:-1] + (", " if rest else "") + '"entries": [\n' + ",\n".join(reversed(kept)) + "\n]}"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=lambda other: f"<{type(other).__name__}>")


def ask(process: Process) -> str:
    """Writes into the recorder's pipe, and waits for the dump that the process then writes."""
    stem = next((process.variables[name] for name in PIPES if process.variables.get(name)), "")
    if not stem:
        raise Absent(f"no pipe: {PIPES[0]} is not set in its environment")
    began, pipe = time.time(), path_of(process.pid, f"{stem}{process.rank}.pipe")
    # Without a reader an open for writing would wait forever.
    end = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    os.write(end, b"1\n")
    os.close(end)
    while time.time() < began + DUMP_SECONDS:
        for dump in dumps([process]):
            if dump.path.exists() and dump.path.stat().st_mtime >= began - GRAIN:
                time.sleep(0.5)  # until it is written to its end
                return f"note: asked through {pipe}; {dump.path} was written\n"
        time.sleep(0.1)
    raise Absent(f"asked through {pipe}; no dump within {DUMP_SECONDS:g} s")
