"""`kb.collect` for an agent: run as a process of its own, under a deadline, into a folder that is gone afterwards."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

SECONDS = 300
FOUND, NO_JOB = 0, 1


class NotCollected(Exception):
    """It did not work; the message says why."""


def collected(pids: Sequence[int]) -> bytes:
    """What `kb.collect` writes about these processes, or about every job that it finds here. Raises NotCollected."""
    with tempfile.TemporaryDirectory(prefix="rankdown-") as folder:
        file = Path(folder) / "collected.txt"
        command = [sys.executable, "-m", "kb.collect", "-o", str(file)]
        command += ["--pid", *map(str, pids)] if pids else []
        try:
            run = subprocess.run(
                command,
                cwd=Path(__file__).parents[2],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired as error:
            raise NotCollected(f"collect did not end within {SECONDS} s") from error
        if run.returncode not in (FOUND, NO_JOB):
            said = run.stderr.decode(errors="replace").strip().splitlines()
            raise NotCollected(f"collect ended with status {run.returncode}: {said[-1] if said else 'it said nothing'}")
        return file.read_bytes()
