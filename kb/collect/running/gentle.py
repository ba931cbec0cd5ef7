"""Makes the collector and all that it starts yield to the job: CPU and disk only where nobody else wants them."""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
from pathlib import Path

# The system call is in no standard library; its number differs by machine.
IOPRIO_SET = {"x86_64": 251, "aarch64": 30}
IDLE_CLASS = 3 << 13
CORES_PER_HEAVY_PROBE = 8
MOST_PATIENCE = 8.0


def yield_to_others() -> None:
    """Lowest CPU priority and the idle class of disk access, for this process and its children to come."""
    with contextlib.suppress(OSError):
        os.nice(19)
    with contextlib.suppress(OSError, AttributeError):
        if number := IOPRIO_SET.get(platform.machine()):
            ctypes.CDLL(None).syscall(number, 1, 0, IDLE_CLASS)


def own_session(polite: bool = True) -> None:
    """A session of its own, that yields as a whole: with autogroups, nice counts only within a session."""
    os.setsid()
    if not polite:
        return
    # Never before setsid: the session of the shell may be the job's too, and would be slowed with us.
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text("19")


def patience() -> float:
    """By how much deadlines are stretched: who yields on a machine that is overloaded is slow, not stuck."""
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    return min(MOST_PATIENCE, max(1.0, load / cores))


def heavy_at_once() -> int:
    """How many probes that take CPU time may run side by side on this machine."""
    return max(1, (os.cpu_count() or 1) // CORES_PER_HEAVY_PROBE)
