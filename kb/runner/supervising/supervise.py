"""Runs the commands of one program to their end or the deadline, in a process of its own, and leaves nothing behind.

`python -m kb.runner.supervising.supervise SPECIFICATION.json` reads what to run and writes an Outcome beside it. Being
a process of its own is what makes the clean-up sure: every orphan below becomes its child, and when the runner itself
is killed the kernel tells it to clean up.
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

from kb.runner.supervising import processes, stacks
from kb.runner.supervising.outcome import Outcome

POLL_SECONDS = 0.1
COUNT_SECONDS = 1.0
# A rank that stands still has the same stack at each look; one that works has it by chance only.
LOOKS, SECONDS_BETWEEN_LOOKS = 4, 1.0
# A program that had to wait for a processor is given that time again, at most so many times its seconds.
MOST_TIMES = 10
# No reproduction needs larger files; a log that is flooded must not fill the disk.
LARGEST_FILE = 2**30


def main(specification: Path) -> None:
    processes.die_with_parent()
    processes.adopt_orphans()
    signal.signal(signal.SIGTERM, _clean_up_and_leave)
    signal.signal(signal.SIGINT, _clean_up_and_leave)
    spec = json.loads(specification.read_text())
    outcome = supervise(spec)
    (specification.parent / spec["outcome"]).write_text(json.dumps(asdict(outcome)))


def supervise(spec: dict) -> Outcome:
    """Starts every node's command, waits, and at the deadline looks where each rank stands."""
    _limit(spec)
    began = time.monotonic()
    log = Path(spec["log"])
    with log.open("ab") as out:
        started = [_start(command, spec, out) for command in spec["commands"]]
        outcome = Outcome([], 0.0)
        outcome.timed_out = not _wait(started, spec, began, outcome)
        outcome.exits, outcome.seconds = [node.poll() for node in started], round(time.monotonic() - began, 1)
        if outcome.timed_out and spec["looks"]:
            _look(outcome, spec["program"], log)
        outcome.left_behind = len(processes.end_all(os.getpid()))
    return outcome


def _limit(spec: dict) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    if spec["memory"]:
        resource.setrlimit(resource.RLIMIT_DATA, (spec["memory"], spec["memory"]))


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


def _wait(started: list[subprocess.Popen], spec: dict, began: float, outcome: Outcome) -> bool:
    """True where every node ended before the deadline; counts ranks and their memory meanwhile."""
    count_at, deadline = 0.0, began + spec["seconds"]
    while (now := time.monotonic()) < deadline or now < (deadline := _deadline(spec, began)):
        if all(node.poll() is not None for node in started):
            return True
        if now >= count_at:
            _count(outcome, spec["program"])
            count_at = now + COUNT_SECONDS
        time.sleep(POLL_SECONDS)
    # Who has just ended is starved no more, which brings the deadline back: that is still in time.
    return all(node.poll() is not None for node in started)


def _deadline(spec: dict, began: float) -> float:
    """When time is up; with `fair`, a busy machine does not count against the program."""
    seconds = spec["seconds"]
    if not spec["fair"]:
        return began + seconds
    waited = max(map(processes.starved_seconds, processes.descendants(os.getpid())), default=0.0)
    return began + min(seconds + waited, MOST_TIMES * seconds)


def _count(outcome: Outcome, program: str) -> None:
    found = processes.ranks(os.getpid(), program)
    outcome.most_ranks = max(outcome.most_ranks, len(found))
    outcome.peak_mib = max(outcome.peak_mib, *(round(processes.peak_mib(pid), 1) for pid in found.values()), 0.0)


def _look(outcome: Outcome, program: str, log: Path) -> None:
    """Several looks at every rank; where py-spy is not to be had, one by signal, which ends the rank."""
    ranks = processes.ranks(os.getpid(), program)
    began, size = time.monotonic(), log.stat().st_size
    used = {rank: processes.processor_seconds(pid) for rank, pid in ranks.items()}
    for look in range(LOOKS):
        if look:
            time.sleep(SECONDS_BETWEEN_LOOKS)
        for rank, pid in ranks.items():
            outcome.dumps.setdefault(rank, []).append(stacks.dump(pid))
    seconds = time.monotonic() - began
    outcome.busy = {
        rank: round((processes.processor_seconds(pid) - used[rank]) / seconds, 2) for rank, pid in ranks.items()
    }
    outcome.grew = log.stat().st_size - size
    for rank, pid in ranks.items():
        if not any(outcome.dumps[rank]):
            outcome.dumps[rank] = [_stack_by_signal(pid, log)]


def _stack_by_signal(pid: int, log: Path) -> stacks.Dump:
    before = log.stat().st_size
    processes.abort(pid)
    time.sleep(1)
    with log.open("rb") as written:
        written.seek(before)
        return stacks.from_faulthandler(written.read().decode(errors="replace"))


def _clean_up_and_leave(number: int, frame: object) -> None:
    processes.end_all(os.getpid(), patience=0.5)
    os._exit(128 + number)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
