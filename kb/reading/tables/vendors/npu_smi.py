"""npu-smi info: Ascend's NPUs, two rows a chip: its name and health, then its load and memory."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table
from kb.reading.tables.sizes import KIB, share

NAMED = re.compile(r"\|\s{0,6}(?P<npu>\d{1,3})\s+\S[^|]{0,60}\|\s*(?P<health>[A-Z][A-Za-z]{1,15})\s*\|[^|]{0,200}\|")
# The second row names a bus; a card whose memory is no HBM has it in the column before.
BUS = r"[0-9A-Fa-f]{4,8}:\w{2}:\w{2}\.\w"
USED = re.compile(
    rf"\|\s{{0,6}}(?P<chip>\d{{1,3}})\b[^|]{{0,40}}\|\s*{BUS}\s*\|"
    r"\s*(?P<busy>\d{1,3}|-|NA)\s+(?P<memory>[\d/ ]{3,120})\|"
)
MEMORY = re.compile(r"(?P<used>\d{1,7}) {0,8}/ {0,8}(?P<total>\d{1,7})")
ROW = re.compile(r"[|+]")
MOST_ROWS = 512


def read(lines: Lines) -> Table | None:
    """The facts of each chip; the processes below name none."""
    facts, npu = Facts(lines), ""
    while facts.rows < MOST_ROWS and (line := lines.peek()) and ROW.match(line):
        facts.take()
        if told := NAMED.fullmatch(line):
            npu = told["npu"]
        elif npu and (told := USED.fullmatch(line)):
            _chip(facts, f"NPU {npu} chip {told['chip']}", told)
    return facts.table()


def _chip(facts: Facts, of: str, told: re.Match) -> None:
    facts.count("gpus_visible")
    facts.add("gpu_utilisation", share(told["busy"]), of)
    sizes = [(int(one["used"]), int(one["total"])) for one in MEMORY.finditer(told["memory"])]
    used, total = next(((used, total) for used, total in reversed(sizes) if total), (0, 0))
    if total:
        facts.add("gpu_memory_total_bytes", total * KIB * KIB, of)
        facts.add("gpu_memory_free_bytes", (total - used) * KIB * KIB, of)


KIND = Kind("npu-smi", r"\| NPU  {1,8}Name  {1,40}\| Health", read, 128 * KIB, widest=WIDEST)
