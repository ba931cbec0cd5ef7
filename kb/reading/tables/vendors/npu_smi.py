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
# Behind the last card stands such a rule, and then the processes; between two chips of a card is a thinner one.
RULE = re.compile(r"\+[=+]{20,400}\+")
PROCESSES = re.compile(r"\|\s*NPU\s+Chip\s*\|\s*Process id\s.{0,200}")
MOST_ROWS = 512


def read(lines: Lines) -> Table | None:
    """The facts of each chip; the processes below name none. Of a table that is cut nobody knows how many it had."""
    facts, npu, ended, widest = Facts(lines), "", False, 0
    while facts.rows < MOST_ROWS and (line := lines.peek()) and ROW.match(line):
        facts.take()
        widest = max(widest, len(line))
        ended = ended or PROCESSES.fullmatch(line) is not None
        if told := NAMED.fullmatch(line):
            npu = told["npu"]
        elif npu and (told := USED.fullmatch(line)):
            _chip(facts, f"NPU {npu} chip {told['chip']}", told)
    if not ended and not (RULE.fullmatch(facts.text) and len(facts.text) == widest):
        facts.found = [fact for fact in facts.found if fact.name != "gpus_visible"]
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
