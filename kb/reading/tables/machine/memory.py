"""free, top, /proc/meminfo, docker stats, collect's control groups: what memory machine and container have left."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table
from kb.reading.tables.sizes import KIB, in_bytes, whole

HEADER = re.compile(r"total\s+used\s+free\s+shared\s+(?:buff/cache|buffers\s+cache(?:d)?)(?P<available>\s+available)?")
NUMBER = r"[\d.]{1,20}(?:[KMGT]i?B?|B)?"
ROW = re.compile(rf"Mem:\s+(?P<total>{NUMBER})\s+{NUMBER}\s+(?P<free>{NUMBER})((?:\s+{NUMBER}){{2,4}})")
MEMINFO = re.compile(
    r"(?P<name>Mem(?:Total|Available)|Mem(?:Free)|[A-Z]\w{2,20}(?:\(\w+\))?):\s+(?P<value>\d{1,15})(?: kB)?"
)
# top's lines above its processes; what is too long for their columns ends in a plus sign.
TOP = re.compile(r"(?P<unit>[KMGT])iB Mem ?: .{0,200}")
TOP_FREE = re.compile(r"[KMGT]iB Swap ?: .{0,160}?\s(?P<free>\d{1,15}(?:[.,]\d{0,3})?)\+? ?avail Mem")
STATS = re.compile(r"CONTAINER(?: ID)?\s.{0,80}MEM USAGE / LIMIT\s+MEM %.{0,80}")
CONTAINER = re.compile(
    r"(?P<id>\S{1,80})\s.{0,200}?\s/\s+[\d.]{1,12} ?[kKMGT]i?B\s+(?P<share>\d{1,3}(?:\.\d{1,3})?)%.{0,120}"
)
GROUP = re.compile(r"memory\.(?P<name>max|current|limit_in_bytes|usage_in_bytes): (?P<value>\d{1,19})")
# memory.events counts; version 1 has it in memory.oom_control.
KILLS = re.compile(r"memory\.(?:events|oom_control): .{0,200}\boom_kill (?P<count>\d{1,9})\b")
# A bare number of free is KiB, MiB or GiB, and only people know which: no GPU machine has less memory than 4 GB, none
# more than 64 TB.
LEAST, MOST_LINES = 4_000_000, 64
NO_LIMIT = 1 << 60


def read_free(lines: Lines) -> Table | None:
    """The row of the memory, with the available column where there is one."""
    header = HEADER.fullmatch(lines.peek() or "")
    facts = Facts(lines)
    if header:
        facts.take()
    row = ROW.match(lines.peek() or "")
    if not row:
        return None
    facts.take()
    last = row[0].split()[-1]
    free = last if (header and header["available"]) or not header else row["free"]
    unit = _unit(row["total"])
    facts.add("host_memory_free_bytes", in_bytes(free, unit))
    return facts.table()


def _unit(total: str) -> int:
    number = whole(total) or LEAST
    if number >= LEAST * KIB * KIB:
        return 1
    return next((KIB**power for power in (1, 2) if number * KIB ** (power - 1) >= LEAST), KIB**3)


def read_meminfo(lines: Lines) -> Table | None:
    """The line of /proc/meminfo that counts."""
    facts = Facts(lines)
    while facts.rows < MOST_LINES and (told := MEMINFO.fullmatch(lines.peek() or "")):
        facts.take()
        if told["name"] == "MemAvailable":
            facts.add("host_memory_free_bytes", int(told["value"]) * KIB)
    return facts.table()


def read_top(lines: Lines) -> Table | None:
    """The two lines of top that are about memory."""
    told = TOP.fullmatch(lines.peek() or "")
    if not told:
        return None
    facts = Facts(lines)
    facts.take()
    if free := TOP_FREE.fullmatch(lines.peek() or ""):
        facts.take()
        facts.add("host_memory_free_bytes", in_bytes(free["free"].strip(".,") + told["unit"]))
    return facts.table()


def read_stats(lines: Lines) -> Table | None:
    """How much of its memory each container has; where it has no limit, of the host's."""
    if not STATS.fullmatch(lines.peek() or ""):
        return None
    facts = Facts(lines)
    facts.take()
    while facts.rows < MOST_LINES and (told := CONTAINER.fullmatch(lines.peek() or "")):
        facts.take()
        facts.add("container_memory_used", round(float(told["share"]) / 100, 6), told["id"])
    return facts.table()


def read_group(lines: Lines) -> Table | None:
    """What collect found in the job's control group."""
    facts = Facts(lines)
    found: dict[str, int] = {}
    while facts.rows < MOST_LINES and (line := lines.peek()) and line.startswith(("memory.", "cpu")):
        facts.take()
        if told := KILLS.match(line):
            facts.add("oom_kills", int(told["count"]) or None)
        elif (told := GROUP.fullmatch(line)) and int(told["value"]) < NO_LIMIT:
            found["most" if told["name"] in ("max", "limit_in_bytes") else "used"] = int(told["value"])
        if found.keys() == {"most", "used"} and found["most"]:
            facts.add("container_memory_used", min(1.0, found["used"] / found.pop("most")))
    return facts.table()


FREE_KIND = Kind("free", r"free +shared +buff|Mem:  {1,12}\d", read_free, widest=WIDEST)
TOP_KIND = Kind("top", r"iB Mem ?: {1,12}\d", read_top, widest=WIDEST)
STATS_KIND = Kind("docker stats", r"MEM USAGE / LIMIT", read_stats, widest=WIDEST)
MEMINFO_KIND = Kind("meminfo", r"MemTotal: ", read_meminfo, widest=WIDEST)
GROUP_KIND = Kind("control group", r"memory\.(?:max|events|limit_in_bytes|oom_control): ", read_group, widest=WIDEST)
