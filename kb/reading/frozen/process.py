"""The `process` sections of collect: what the kernel says of one process, beside its stack."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from kb.reading.blocks import Kind, Lines

# What the main thread waits for in the kernel, as far as that is certain.
Kernel = Literal["terminal", "sleep", "lock", ""]
LINE = re.compile(r"(?P<name>[A-Za-z][\w/ ]{0,60}): ?(?P<value>.{0,400})")
THREAD = re.compile(r"(?P<count>\d{1,6})\s+(?P<state>[A-Za-z])\s+[\d.]{1,20}\s+\S{1,80}\s+(?P<name>\S.{0,60})")
SECTION, TABLE = "process", "threads:"
# read() of descriptor 0, on x86-64 and on ARM.
READS_STDIN = re.compile(r"(?:0|63) 0x0 0x")
# Threads that serve process groups (torch 2.3 and later name them so): gloo starts two for each group, NCCL one.
GLOO, NCCL = "pt_gloo_runloop", "pt_nccl_watch"
THREADS_OF_GLOO = 2
MOST_LINES = 400


@dataclass(frozen=True, slots=True)
class Seen:
    """`state` is the kernel's letter; `gloo` and `nccl` are process groups, counted by the threads that serve them."""

    state: str
    kernel: Kernel = ""
    gloo: int = 0
    nccl: int = 0

    @property
    def stopped(self) -> bool:
        """By a signal or a debugger."""
        return self.state in ("T", "t")


def read(lines: Lines) -> Seen | None:
    """One process from its state on; None outside of collect's own sections."""
    if lines.section != SECTION:
        return None
    values: dict[str, str] = {}
    threads: dict[str, int] = {}
    for _ in range(MOST_LINES):
        line = lines.peek()
        if not line or line.startswith("== "):
            break
        lines.take()
        if told := LINE.fullmatch(line):
            values.setdefault(told["name"], told["value"])
        elif told := THREAD.fullmatch(line):
            threads[told["name"]] = threads.get(told["name"], 0) + int(told["count"])
    groups = {kind: sum(n for name, n in threads.items() if name.startswith(kind)) for kind in (GLOO, NCCL)}
    return Seen(values.get("State", "?")[:1], _kernel(values), groups[GLOO] // THREADS_OF_GLOO, groups[NCCL])


def _kernel(values: dict[str, str]) -> Kernel:
    if READS_STDIN.match(values.get("syscall", "")):
        return "terminal"
    waits = values.get("wchan", "")
    return "sleep" if "nanosleep" in waits else "lock" if "futex" in waits else ""


KIND = Kind("process", r"State: [A-Za-z] \(", read, 16 * 1024)
