"""The section `moved between the samples` of collect: what each process, and each NCCL communicator, did meanwhile."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.reading.blocks import Kind, Lines

PROCESS = re.compile(r"pid=(?P<pid>\d{1,9}) rank=(?P<rank>\d{1,6}|\?)(?P<values>.{0,400})")
VALUE = re.compile(r"(\w{1,40})=(\S{1,40})")
COMMUNICATOR = re.compile(r"NCCL communicator \S{1,80}: (?P<moved>\d{1,6}) of \d{1,6} ranks moved.*")
MOST_LINES = 20_000


@dataclass(frozen=True, slots=True)
class Moved:
    """One process between two looks `seconds` apart: CPU seconds used, and how often its main thread had to wait."""

    pid: str
    seconds: float
    cpu: float
    waits: float

    @property
    def busy(self) -> float:
        """CPU seconds a second."""
        return self.cpu / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Between:
    """All processes that were there both times, and whether an operation of NCCL went on meanwhile."""

    processes: tuple[Moved, ...]
    nccl_moved: bool | None = None


def read(lines: Lines) -> Between | None:
    found: list[Moved] = []
    operations: list[bool] = []
    for _ in range(MOST_LINES):
        line = lines.peek() or ""
        if told := PROCESS.fullmatch(line):
            found += _process(told)
        elif told := COMMUNICATOR.fullmatch(line):
            operations.append(told["moved"] != "0")
        else:
            break
        lines.take()
    return Between(tuple(found), any(operations) if operations else None) if found else None


def _process(told: re.Match) -> list[Moved]:
    """None where it has ended meanwhile, or could not be looked at."""
    values = dict(VALUE.findall(told["values"]))
    try:
        return [Moved(told["pid"], *(float(values[name]) for name in ("seconds", "cpu_seconds", "waits")))]
    except (KeyError, ValueError):
        return []


KIND = Kind("moved", r" main_thread=(?:same_stack|moved|\?) ", read, 1024 * 1024)
