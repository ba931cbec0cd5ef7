"""lspci: GPUs that no longer answer; with -vvv links that are narrower than they could be, and access control services
that break peer-to-peer.
"""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

DEVICE = re.compile(
    r"(?P<address>(?:[0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]) (?P<what>[A-Z0-9][\w ()/.-]{2,60}): .{0,300}"
)
# All that is read of a device that is off the bus are ones.
GONE = re.compile(r"(?:VGA compatible|3D) controller: NVIDIA .{0,200}\(rev ff\)")
LINK = re.compile(r"LnkSta:\s*Speed [\d.]{1,5}GT/s(?P<speed> \(\w{1,12}\))?, Width x\d{1,2}(?P<width> \(\w{1,12}\))?.*")
CAPABLE = re.compile(r"LnkCap:.{0,60}Speed [\d.]{1,5}GT/s, Width x(?P<width>\d{1,2}).*")
NOW = re.compile(r"LnkSta:.{0,60}Width x(?P<width>\d{1,2})")
SERVICES = re.compile(r"ACSCtl:\s*(?P<flags>(?:\w{3,12}[+-]\s{0,3}){3,8})")
# What is not about links or access control is passed over; a description of one device is shorter than these bytes.
WORDS = re.compile(rb"LnkCap:|LnkSta:|ACSCtl:|controller: |bridge: |accelerators?: ")
OF_ONE_DEVICE, MOST_ROWS = 16 * 1024, 2000


def read(lines: Lines) -> Table | None:
    """What is said of each device, as long as there is a next one; None where the first line is prose."""
    first = lines.peek() or ""
    if not DEVICE.fullmatch(first) and not first.startswith(("LnkSta:", "LnkCap:", "ACSCtl:")):
        return None
    facts, device, most = Facts(lines), "", 0
    while facts.rows < MOST_ROWS and lines.skip_to(WORDS, OF_ONE_DEVICE) and (line := lines.peek()) is not None:
        if told := DEVICE.fullmatch(line):
            device, most = told["address"], 0
            facts.take()
            facts.add("gpu_error", "yes" if GONE.search(line) else None, f"GPU at {device}")
        elif told := CAPABLE.match(line):
            most = int(told["width"])
            facts.take()
        elif line.startswith(("LnkSta:", "ACSCtl:")):
            facts.take()
            _fact(facts, line, device, most)
        else:
            lines.skip()
    return facts.table()


def _fact(facts: Facts, line: str, device: str, most: int) -> None:
    if told := SERVICES.match(line):
        redirected = any(flag in told["flags"] for flag in ("SrcValid+", "ReqRedir+", "CmpltRedir+"))
        facts.add("acs_enabled", "yes" if redirected else "no", device)
    elif told := LINK.match(line):
        now = NOW.match(line)
        narrower = bool(told["width"] and "downgraded" in told["width"])
        narrower |= bool(now and 0 < int(now["width"]) < most)
        facts.add("pcie_width_downgraded", "yes" if narrower else "no", device)


KIND = Kind("lspci", r"controller: NVIDIA|PCI bridge: |LnkSta:|ACSCtl:", read, 256 * 1024, widest=WIDEST)
