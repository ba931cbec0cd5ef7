"""nvidia-smi -L, nvidia-smi nvlink -s and gpustat: a line a GPU."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table
from kb.reading.tables.sizes import KIB, share

LISTED = re.compile(r"GPU (?P<gpu>\d{1,3}): \S.{0,100} \(UUID: \S{1,50}\)")
# Of nvidia-smi -L its parts, of nvidia-smi nvlink its links.
DETAIL = re.compile(r"(?:MIG \S{1,40}\s+Device|Link \d{1,3}:).{0,200}")
INACTIVE = re.compile(r"Link \d{1,3}: <?inactive>?", re.IGNORECASE)
# Its number in brackets looks like a launcher's prefix, so that it may be gone; rows come in order.
GPUSTAT = re.compile(
    r"(?:\[\d{1,3}\] )?\S.{0,80}? \|\s*(?:\d{1,3}'C|\?)?,?\s*(?:\d{1,3} ?%,)?\s*(?P<busy>\d{1,3}|\?\?) ?%.{0,60}?\|"
    r"\s*(?P<used>\d{1,7}) / (?P<total>\d{1,7}) ?MB.{0,300}"
)
MOST_ROWS = 400


def read(lines: Lines) -> Table | None:
    """How many GPUs are listed, if it begins with the first, and how many of their links are not up."""
    facts = Facts(lines)
    first = LISTED.fullmatch(lines.peek() or "")
    while facts.rows < MOST_ROWS and (line := lines.peek()):
        listed = LISTED.fullmatch(line)
        if not listed and not DETAIL.fullmatch(line):
            break
        facts.take()
        if listed and first and first["gpu"] == "0":
            facts.count("gpus_visible")
        if INACTIVE.fullmatch(line):
            facts.count("nvlinks_inactive")
    return facts.table()


def read_gpustat(lines: Lines) -> Table | None:
    """Use and memory of each GPU."""
    facts = Facts(lines)
    while facts.rows < MOST_ROWS and (told := GPUSTAT.fullmatch(lines.peek() or "")):
        facts.take()
        gpu, used, total = f"GPU {facts.rows - 1}", int(told["used"]) * KIB * KIB, int(told["total"]) * KIB * KIB
        facts.count("gpus_visible")
        facts.add("gpu_memory_total_bytes", total, gpu)
        facts.add("gpu_memory_free_bytes", total - used, gpu)
        facts.add("gpu_utilisation", share(f"{told['busy']}%"), gpu)
    return facts.table()


KIND = Kind("nvidia-smi -L", r"GPU \d{1,2}: \S.{2,80} \(UUID: |Link \d{1,2}: <inactive>", read, widest=WIDEST)
GPUSTAT_KIND = Kind("gpustat", r"\[0\] .{4,80}\|.{4,40} / \d{2,7} ?MB", read_gpustat, widest=WIDEST)
