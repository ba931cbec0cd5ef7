"""What the kernel said: all since the job began, and of the time before what names a fault of hardware or storage.

A process that was killed or crashed before was none of this job's.
"""

from __future__ import annotations

import re
import subprocess

from kb.collect.probes import commands
from kb.collect.running.attempts import Absent

STAMP = re.compile(r"^\[\s*(\d+\.\d+)\]")
FAULT = re.compile(
    r"NVRM|Xid|nvidia|NVLink|NVSwitch|hard LOCKUP|mce:|Machine check|EDAC|AER:|pcieport|mlx5|infiniband|"
    r"link (?:is )?down|I/O error|nfs: server|LustreError|ceph|xfs.*error|EXT4-fs error|No space|amdgpu|"
    r"thermal (?:shutdown|throttl)|throttled",
    re.IGNORECASE,
)
LINES_SINCE, LINES_BEFORE = 400, 200


def since(seconds_after_boot: float) -> str:
    """Lines since that moment, the last of them."""
    lines = [line for line in _lines() if _when(line) >= seconds_after_boot]
    if not lines:
        raise Absent("the kernel said nothing since the job began")
    return _last(lines, LINES_SINCE)


def before(seconds_after_boot: float) -> str:
    """Earlier lines that name a fault."""
    lines = [line for line in _lines() if _when(line) < seconds_after_boot and FAULT.search(line)]
    if not lines:
        raise Absent("no fault named in the kernel's log before the job began")
    return _last(lines, LINES_BEFORE)


def _lines() -> list[str]:
    shown = subprocess.run(
        [commands.find("dmesg")], capture_output=True, text=True, errors="replace", env={"LC_ALL": "C"}
    )
    if shown.returncode == 0:
        return shown.stdout.splitlines()
    raise Absent(f"{shown.stderr.strip()}: run as root, or read `journalctl -k`")


def _when(line: str) -> float:
    match = STAMP.match(line)
    return float(match[1]) if match else 0.0


def _last(lines: list[str], count: int) -> str:
    cut = [f"cut: the first {len(lines) - count} of {len(lines)} lines"] if len(lines) > count else []
    return "\n".join([*cut, *lines[-count:]]) + "\n"
