"""A command -> what it and all that it started took."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Linux counts the memory of whoever starts a process as the process's own: this one holds nothing.
TAKER = """
import resource, subprocess, sys, time
start = time.perf_counter()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
wall, used = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
print(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)
"""


@dataclass(frozen=True)
class Cost:
    """Seconds by the clock, seconds of processors, bytes of its largest process."""

    wall: float
    cpu: float
    memory: int


def cost(command: Sequence[str]) -> Cost:
    """Runs it in the project's folder; raises CalledProcessError where it fails."""
    taken = subprocess.run([sys.executable, "-c", TAKER, *command], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    wall, cpu, memory = taken.stdout.split()
    return Cost(float(wall), float(cpu), int(memory))
