"""The driver's version by other words than nvidia-smi's table, and GPUs that it cannot reach or does not find."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

VERSION = re.compile(
    r"(?:NVRM version: .{0,60}?Kernel Module\s+(?:for \S{1,12}\s+)?|Nvidia driver version: )"
    r"(?P<version>\d{3}(?:\.\d{1,3}){1,2})\b.*"
)

# nvidia-smi instead of its table.
UNREACHED = re.compile(
    r"Unable to determine the device handle for (?:GPU|gpu)\s?(?P<gpu>[0-9A-Fa-f:.]{1,20}|\d{1,3}): "
    r"(?:GPU is lost|Unknown Error).{0,200}"
)
# Slurm's accounting asks the driver too.
LOST = re.compile(r".{0,80}NVML: .{0,80}: GPU is lost")
NONE_FOUND = re.compile(r"No devices were found\.?")


def read(lines: Lines) -> Table | None:
    """One line is the whole table."""
    line, facts = lines.peek() or "", Facts(lines)
    version, unreached = VERSION.fullmatch(line), UNREACHED.fullmatch(line)
    if not version and not unreached and not LOST.fullmatch(line) and not NONE_FOUND.fullmatch(line):
        return None
    facts.take()
    if version:
        facts.add("driver_version", version["version"])
    elif unreached:
        facts.add(
            "gpu_error", "yes", f"GPU at {unreached['gpu']}" if ":" in unreached["gpu"] else f"GPU {unreached['gpu']}"
        )
    elif LOST.fullmatch(line):
        facts.add("gpu_error", "yes")
    else:
        facts.add("gpus_visible", 0)
    return facts.table()


OPENING = (
    r"NVRM version: |Nvidia driver version: |Unable to determine the device handle for|No devices were found"
    r"|: GPU is lost"
)
KIND = Kind("driver", OPENING, read, widest=WIDEST)
