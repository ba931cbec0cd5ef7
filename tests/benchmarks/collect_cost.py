"""What `kb.collect` costs a job: the step time of a real gloo job while it runs, against the same job before and after.

    python -m tests.benchmarks.collect_cost --python /path/to/python-with-torch [--ranks 2] [--rounds 8]

A round is a quiet window, a collection, a quiet window. Its ratio is the median step during the collection by the mean
of both windows' medians; the control is one window by the other, which shows what the machine does by itself. Where
others load the machine, steps wait for them: CPU seconds a step, in the same turns, tell more there.
"""

from __future__ import annotations

import argparse
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[2]
TRAIN = """
import os, time, torch, torch.distributed as dist
torch.set_num_threads(1)
dist.init_process_group("gloo")
layers = torch.nn.Sequential(*[torch.nn.Linear(256, 256) for _ in range(4)])
model = torch.nn.parallel.DistributedDataParallel(layers)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
batch = torch.randn(128, 256)
while True:
    began = time.monotonic()
    model(batch).sum().backward(); optimizer.step(); optimizer.zero_grad()
    if dist.get_rank() == 0:
        print(f"step {time.time():.6f} {time.monotonic() - began:.6f}", flush=True)
"""


@dataclass(frozen=True)
class Turn:
    """Seconds since the epoch, and the CPU seconds that the ranks used in between."""

    began: float
    ended: float
    cpu: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", required=True, help="an interpreter with torch")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--window", type=float, default=10.0, metavar="SECONDS")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(options, Path(folder))


def measure(options: argparse.Namespace, folder: Path) -> None:
    """Prints a line a round, then the medians."""
    (folder / "train.py").write_text(TRAIN)
    log = folder / "log"
    launched = start(options, folder, log)
    try:
        while len(steps(log)) < 50:
            time.sleep(1)
        found: dict[str, list[float]] = defaultdict(list)
        for number in range(options.rounds):
            told = compared(one_round(options.window, launched.pid, folder), log)
            for name, ratio in told.items():
                found[name].append(ratio)
            print(f"round {number}: " + ", ".join(f"{name} {ratio:.4f}" for name, ratio in told.items()), flush=True)
        for name, ratios in found.items():
            print(f"{name}: {summary(ratios)}")
    finally:
        launched.terminate()
        launched.wait()


def compared(turns: list[Turn], log: Path) -> dict[str, float]:
    """Steps and CPU time of the collection against the quiet turns, and one quiet turn against the other."""
    times = [statistics.median(between(log, turn.began, turn.ended)) for turn in turns]
    cpu = [turn.cpu / len(between(log, turn.began, turn.ended)) for turn in turns]
    return {
        "step": times[1] / statistics.mean((times[0], times[2])),
        "step control": times[2] / times[0],
        "CPU a step": cpu[1] / statistics.mean((cpu[0], cpu[2])),
        "CPU control": cpu[2] / cpu[0],
    }


def summary(ratios: list[float]) -> str:
    """The median, and where it lies in 95 of 100 draws of as many rounds."""
    draws = random.Random(0)  # noqa: S311
    medians = sorted(statistics.median(draws.choices(ratios, k=len(ratios))) for _ in range(2000))
    return f"{statistics.median(ratios):.3f} (95 %: {medians[50]:.3f} to {medians[-51]:.3f})"


def start(options: argparse.Namespace, folder: Path, log: Path) -> subprocess.Popen:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ["-m", "torch.distributed.run", f"--nproc-per-node={options.ranks}", f"--master-port={port}"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    command = [options.python, *words, str(folder / "train.py")]
    return subprocess.Popen(command, stdout=log.open("wb"), stderr=subprocess.DEVNULL, env=environment)


def one_round(window: float, pid: int, folder: Path) -> list[Turn]:
    """A quiet window, the collection and a second quiet window."""
    words = [sys.executable, "-m", "kb.collect", "--pid", str(pid), "-o", str(folder / "collected.txt")]
    collect = partial(subprocess.run, words, cwd=ROOT, check=True)
    return [turn(pid, what) for what in (partial(time.sleep, window), collect, partial(time.sleep, window))]


def turn(pid: int, what: Callable[[], object]) -> Turn:
    began, used = time.time(), cpu_of_ranks(pid)
    what()
    return Turn(began, time.time(), cpu_of_ranks(pid) - used)


def cpu_of_ranks(launcher: int) -> float:
    """CPU seconds of the launcher's children, all their threads."""
    children = Path(f"/proc/{launcher}/task/{launcher}/children").read_text().split()
    fields = (Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split() for child in children)
    return sum(int(own[11]) + int(own[12]) for own in fields) / os.sysconf("SC_CLK_TCK")


def steps(log: Path) -> list[tuple[float, float]]:
    """When each step ended (seconds since the epoch) and how long it took (seconds)."""
    words = (line.split() for line in log.read_text().splitlines() if line.startswith("step "))
    return [(float(line[1]), float(line[2])) for line in words if len(line) == 3]


def between(log: Path, began: float, ended: float) -> list[float]:
    return [took for at, took in steps(log) if began <= at < ended]


if __name__ == "__main__":
    main()
