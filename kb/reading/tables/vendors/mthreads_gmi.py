"""mthreads-gmi: Moore Threads' GPUs, a row with load and memory for each and one with its lanes below."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table
from kb.reading.tables.sizes import KIB, share

GPU = re.compile(
    r"(?P<gpu>\d{1,3})\s{1,8}\S[^|]{1,60}\|\s*[0-9a-fA-F]{4,8}:\w{2}:\w{2}\.\w\s*\|\s*(?P<busy>\d{1,3}|N/A)%?\s+"
    r"(?P<used>\d{1,7})MiB\s?\(\s?(?P<total>\d{1,7})MiB\s?\)\s*\|?"
)
# "16x(16x)": as it runs, and as it could.
LANES = re.compile(r"[A-Z]\w+\s[^|]{0,60}\|\s*(?P<now>\d{1,2})x\s?\((?P<most>\d{1,2})x\)\s*\|.{0,60}")
RULE = re.compile(r"[+=-]{10,200}")
OTHER = re.compile(r"(?:mthreads-gmi:|ID\s+Name|Device Type|\|).{0,200}")
MOST_ROWS = 512


def read(lines: Lines) -> Table | None:
    """The facts of each GPU; of a table that is cut nobody knows how many there are."""
    facts, gpu, numbers = Facts(lines), "", []
    while facts.rows < MOST_ROWS and (line := lines.peek()):
        told = GPU.fullmatch(line)
        if not told and not any(form.fullmatch(line) for form in (LANES, RULE, OTHER)):
            break
        facts.take()
        if told:
            gpu = f"GPU {told['gpu']}"
            numbers.append(told["gpu"])
            _load(facts, told, gpu)
        elif gpu and (lanes := LANES.fullmatch(line)):
            narrow = int(lanes["now"]) < int(lanes["most"])
            facts.add("pcie_width_downgraded", "yes" if narrow else "no", gpu)
    if numbers[:1] == ["0"] and RULE.fullmatch(facts.text):
        facts.add("gpus_visible", len(numbers))
    return facts.table()


def _load(facts: Facts, told: re.Match, gpu: str) -> None:
    used, total = int(told["used"]) * KIB * KIB, int(told["total"]) * KIB * KIB
    facts.add("gpu_utilisation", share(told["busy"]), gpu)
    facts.add("gpu_memory_total_bytes", total, gpu)
    facts.add("gpu_memory_free_bytes", total - used, gpu)


KIND = Kind("mthreads-gmi", r"mthreads-gmi:\d|MTT S\d{2,5} {1,20}\|[0-9a-f]{8}:", read, widest=WIDEST)
