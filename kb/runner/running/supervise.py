"""Runs the commands of one program to their end or the deadline, in a process of its own, and leaves nothing behind.

`python -m kb.runner.running.supervise SPECIFICATION.json` reads what to run and writes an Outcome beside it. Being a
process of its own is what makes the clean-up sure: every orphan below becomes its child, and when the runner itself is
killed the kernel tells it to clean up.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

from kb.runner.running import processes
from kb.runner.running.outcome import Outcome

POLL_SECONDS = 0.1


def main(specification: Path) -> None:
    processes.die_with_parent()
    processes.adopt_orphans()
    signal.signal(signal.SIGTERM, _clean_up_and_leave)
    signal.signal(signal.SIGINT, _clean_up_and_leave)
    spec = json.loads(specification.read_text())
    outcome = supervise(spec)
    (specification.parent / spec["outcome"]).write_text(json.dumps(asdict(outcome)))


def supervise(spec: dict) -> Outcome:
    """Starts every node's command, waits, and at the deadline asks each rank where it stands."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    began = time.monotonic()
    log = Path(spec["log"])
    with log.open("ab") as out:
        started = [_start(command, spec, out) for command in spec["commands"]]
        timed_out = not _wait(started, began + spec["seconds"])
        outcome = Outcome([node.poll() for node in started], round(time.monotonic() - began, 1), timed_out)
        if timed_out:
            _take_stacks(outcome, spec["program"], log)
        outcome.left_behind = len(processes.end_all(os.getpid()))
    return outcome


def _start(command: list[str], spec: dict, out) -> subprocess.Popen:
    return subprocess.Popen(
        command,
        cwd=spec["folder"],
        env=spec["environment"],
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def _wait(started: list[subprocess.Popen], deadline: float) -> bool:
    """True where every node ended before the deadline; once one has failed, the others get five seconds more."""
    while time.monotonic() < deadline:
        states = [node.poll() for node in started]
        if all(state is not None for state in states):
            return True
        time.sleep(POLL_SECONDS)
    return False


def _take_stacks(outcome: Outcome, program: str, log: Path) -> None:
    for rank, pid in processes.ranks(os.getpid(), program).items():
        outcome.alive_ranks.append(rank)
        outcome.stacks[rank] = processes.stack(pid) or _stack_by_signal(pid, log)


def _stack_by_signal(pid: int, log: Path) -> str:
    before = log.stat().st_size
    processes.abort(pid)
    time.sleep(1)
    return log.read_bytes()[before:].decode(errors="replace")


def _clean_up_and_leave(number: int, frame: object) -> None:
    processes.end_all(os.getpid(), patience=0.5)
    os._exit(128 + number)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
