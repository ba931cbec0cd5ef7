"""amd-smi, its table and amd-smi monitor: AMD's GPUs since ROCm 6."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table
from kb.reading.tables.sizes import KIB, share

# Two rows a GPU: the bus and the load of its memory, then its number, its load and its memory.
SECOND = re.compile(
    r"\|\s{1,6}(?P<gpu>\d{1,3})\s+(?:\d{1,3}|N/A)\s+(?:\d{1,3}|N/A)\s+\S{1,20}\s*\|\s*"
    r"(?P<busy>\d{1,3}|N/A) ?%?\s.{0,40}?(?P<used>\d{1,7})/(?P<total>\d{1,7}) ?MB\s*\|"
)
ROW = re.compile(r"[|+]")
ENDS = re.compile(r"\|\s*Processes:")
MONITORED = re.compile(r"(?P<gpu>\d{1,3})\s+\S.{10,300}")
BUSY = re.compile(r"(?P<busy>\d{1,3}) ?%")
VRAM = re.compile(r"(?P<used>\d{1,6}(?:\.\d)?)/\s?(?P<total>\d{1,6}(?:\.\d)?) ?GB")
MOST_ROWS = 512


def read(lines: Lines) -> Table | None:
    """The facts of each GPU of the table."""
    facts = Facts(lines)
    while facts.rows < MOST_ROWS and (line := lines.peek()) and ROW.match(line) and not ENDS.match(line):
        facts.take()
        if told := SECOND.fullmatch(line):
            used, total = (int(told[name]) * KIB * KIB for name in ("used", "total"))
            _gpu(facts, told["gpu"], share(f"{told['busy']}%"), used, total)
    return facts.table()


def read_monitor(lines: Lines) -> Table | None:
    """A row a GPU: the first share is how busy it is, where there is such a column."""
    head = (lines.peek() or "").split()
    if head[:1] != ["GPU"]:
        return None
    facts = Facts(lines)
    facts.take()
    while facts.rows < MOST_ROWS and (told := MONITORED.fullmatch(lines.peek() or "")):
        line = facts.take()
        busy = BUSY.search(line) if "GFX%" in head else None
        memory = VRAM.search(line)
        used, total = (float(memory[name]) * KIB**3 for name in ("used", "total")) if memory else (None, None)
        _gpu(facts, told["gpu"], share(busy[0].replace(" ", "")) if busy else None, used, total)
    return facts.table()


def _gpu(facts: Facts, number: str, busy: float | None, used: float | None, total: float | None) -> None:
    facts.count("gpus_visible")
    facts.add("gpu_utilisation", busy, f"GPU {number}")
    facts.add("gpu_memory_total_bytes", total, f"GPU {number}")
    facts.add("gpu_memory_free_bytes", total - used if total and used is not None else None, f"GPU {number}")


KIND = Kind("amd-smi", r"\| AMD-SMI \d", read, widest=WIDEST)
MONITOR_KIND = Kind("amd-smi monitor", r"GPU  (?:XCP  )?(?:POWER|VCLOCK|GPU_T)", read_monitor, widest=WIDEST)
