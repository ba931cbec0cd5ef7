"""nvidia-smi --query-gpu=… --format=csv: a line of names, then a line a GPU."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table
from kb.reading.tables.sizes import KIB, in_bytes, share, whole

UNIT = re.compile(r" \[(?:MiB|%|W|MHz)\]")
NAME = re.compile(r"[a-z_]{2,40}(?:\.[a-z_]{1,40}){0,5}(?: \[(?:MiB|%|W|MHz)\])?")
MOST_ROWS, MOST_COLUMNS = 64, 60


def read(lines: Lines) -> Table | None:
    """A fact a cell that means one; None where the first line is not all names."""
    names = [name.strip() for name in (lines.peek() or "").split(",", MOST_COLUMNS)]
    if len(names) < 2 or not all(NAME.fullmatch(name) for name in names):
        return None
    facts = Facts(lines)
    facts.take()
    names = [UNIT.sub("", name) for name in names]
    while lines.peek() == "":
        lines.skip()
    while facts.rows <= MOST_ROWS and (line := lines.peek()):
        cells = [cell.strip() for cell in line.split(",", MOST_COLUMNS)]
        if len(cells) != len(names):
            break
        facts.take()
        _add(facts, dict(zip(names, cells, strict=True)))
    return facts.table()


def _add(facts: Facts, row: Mapping[str, str]) -> None:
    gpu = f"GPU {row.get('index', facts.rows - 2)}"
    facts.count("gpus_visible")
    total, used = (in_bytes(row.get(f"memory.{name}", ""), KIB * KIB) for name in ("total", "used"))
    free = in_bytes(row.get("memory.free", ""), KIB * KIB)
    facts.add("gpu_memory_total_bytes", total, gpu)
    facts.add("gpu_memory_free_bytes", total - used if free is None and total and used is not None else free, gpu)
    facts.add("gpu_utilisation", share(row.get("utilization.gpu", "")), gpu)
    facts.add("driver_version", row.get("driver_version"), gpu)
    facts.add("gpu_ecc_errors", whole(row.get("ecc.errors.uncorrected.volatile.total", "")), gpu)
    width, most = (whole(row.get(f"pcie.link.width.{which}", "")) for which in ("current", "max"))
    if width and most:
        facts.add("pcie_width_downgraded", "yes" if width < most else "no", gpu)


OPENING = r"memory\.(?:used|free|total) \[MiB\]|utilization\.gpu \[%\]|driver_version, |, driver_version|pcie\.link\."
KIND = Kind("nvidia-smi query", OPENING, read, widest=WIDEST)
