"""xpu-smi dump: how busy Intel's GPUs are, a line with commas a GPU and a second."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

HEAD = ("Timestamp", "DeviceId")
BUSY = "GPU Utilization (%)"
NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,4})?")
MOST_ROWS = 4096


def read(lines: Lines) -> Table | None:
    """Of each GPU what its last line says; without root it says nothing."""
    names = [name.strip() for name in (lines.peek() or "").split(",")]
    if tuple(names[:2]) != HEAD or BUSY not in names:
        return None
    facts = Facts(lines)
    facts.take()
    while facts.rows < MOST_ROWS and (line := lines.peek()):
        cells = [cell.strip() for cell in line.split(",")]
        if len(cells) != len(names) or not cells[1].isdecimal():
            break
        facts.take()
        of, busy = f"GPU {cells[1]}", NUMBER.fullmatch(cells[names.index(BUSY)])
        facts.found = [fact for fact in facts.found if fact.of != of]
        facts.add("gpu_utilisation", float(busy[0]) / 100 if busy else None, of)
    return facts.table()


KIND = Kind("xpu-smi dump", r"Timestamp, DeviceId, ", read, widest=WIDEST)
