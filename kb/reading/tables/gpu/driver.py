"""The driver's version by other words than nvidia-smi's table: /proc/driver/nvidia/version, torch's collect_env."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

VERSION = re.compile(
    r"(?:NVRM version: .{0,60}?Kernel Module\s+(?:for \S{1,12}\s+)?|Nvidia driver version: )"
    r"(?P<version>\d{3}(?:\.\d{1,3}){1,2})\b.*"
)


def read(lines: Lines) -> Table | None:
    """One line is the whole table."""
    told = VERSION.fullmatch(lines.peek() or "")
    if not told:
        return None
    facts = Facts(lines)
    facts.take()
    facts.add("driver_version", told["version"])
    return facts.table()


KIND = Kind("driver", r"NVRM version: |Nvidia driver version: ", read, widest=WIDEST)
