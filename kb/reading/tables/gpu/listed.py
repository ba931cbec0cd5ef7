"""nvidia-smi -L, nvidia-smi nvlink -s, dcgmi nvlink and gpustat: a line a GPU."""

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
    """How many GPUs are listed, if it begins with the first, and how many of their links are not up.

    Listed again, by a loop or a probe, they are another table.
    """
    facts = Facts(lines)
    first = LISTED.fullmatch(lines.peek() or "")
    seen: set[str] = set()
    while facts.rows < MOST_ROWS and (line := lines.peek()):
        listed = LISTED.fullmatch(line)
        if (not listed and not DETAIL.fullmatch(line)) or (listed and listed["gpu"] in seen):
            break
        seen.add(listed["gpu"] if listed else "")
        facts.take()
        if listed and first and first["gpu"] == "0":
            facts.count("gpus_visible")
        if INACTIVE.fullmatch(line):
            facts.count("nvlinks_inactive")
    return facts.table()


# dcgmi has the number in a line of its own, and a letter for each link below: up, down, disabled (X), none (_).
OF_DCGM = re.compile(r"gpuId \d{1,3}:")
LINKS = re.compile(r"[UDX_](?: [UDX_]){0,63}")


def read_dcgm(lines: Lines) -> Table | None:
    """How many links of all GPUs are down."""
    facts = Facts(lines)
    while facts.rows < MOST_ROWS and (line := lines.peek()) and (OF_DCGM.fullmatch(line) or LINKS.fullmatch(line)):
        facts.take()
        for _ in range(0 if OF_DCGM.fullmatch(line) else line.count("D")):
            facts.count("nvlinks_inactive")
    return facts.table()


def read_gpustat(lines: Lines) -> Table | None:
    """Use and memory of each GPU from the first on, and how many there are."""
    facts = Facts(lines)
    while told := _row(facts):
        facts.count("gpus_visible")
        _use(facts, told, f"GPU {facts.rows - 1}")
    return facts.table()


def read_some(lines: Lines) -> Table | None:
    """Use and memory of rows that somebody looked for; which GPUs they are is not known."""
    facts = Facts(lines)
    while told := _row(facts):
        _use(facts, told, "")
    return facts.table()


def _row(facts: Facts) -> re.Match[str] | None:
    told = GPUSTAT.fullmatch(facts.lines.peek() or "") if facts.rows < MOST_ROWS else None
    if told:
        facts.take()
    return told


def _use(facts: Facts, told: re.Match[str], gpu: str) -> None:
    used, total = int(told["used"]) * KIB * KIB, int(told["total"]) * KIB * KIB
    facts.add("gpu_memory_total_bytes", total, gpu)
    facts.add("gpu_memory_free_bytes", total - used, gpu)
    facts.add("gpu_utilisation", share(f"{told['busy']}%"), gpu)


KIND = Kind("nvidia-smi -L", r"GPU \d{1,2}: \S.{2,80} \(UUID: |Link \d{1,2}: <inactive>", read, widest=WIDEST)
DCGM_KIND = Kind("dcgmi nvlink", r"gpuId \d{1,2}:", read_dcgm, widest=WIDEST)
OF_GPUSTAT = r"{} .{{4,80}}\|.{{4,40}} / \d{{2,7}} ?MB"
GPUSTAT_KIND = Kind("gpustat", OF_GPUSTAT.format(r"\[0\]"), read_gpustat, widest=WIDEST)
SOME_KIND = Kind("gpustat rows", OF_GPUSTAT.format(r"\[[1-9]\d?\]"), read_some, widest=WIDEST)
