"""What `kb.collect` costs a job: the step time of a real gloo job while it runs, against the same job before and after.

    python -m tests.benchmarks.collect_cost --python /path/to/python-with-torch [--ranks 2] [--rounds 8]

A round is a quiet window, a collection, a quiet window. Its ratio is the median step during the collection by the mean
of both windows' medians; the control is one window by the other, which shows what the machine does by itself.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
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
        ratios, controls = [], []
        for number in range(options.rounds):
            before, during, after = one_round(options.window, launched.pid, folder)
            quiet = [statistics.median(between(log, *window)) for window in (before, after)]
            found = between(log, *during)
            ratios.append(statistics.median(found) / statistics.mean(quiet))
            controls.append(quiet[1] / quiet[0])
            shown = f"round {number}: {1000 * statistics.mean(quiet):.2f} ms quiet, ratio {ratios[-1]:.4f}"
            print(
                f"{shown} over {len(found)} steps in {during[1] - during[0]:.0f} s, control {controls[-1]:.4f}",
                flush=True,
            )
        print(f"ratio {statistics.median(ratios):.4f} ({min(ratios):.4f} to {max(ratios):.4f})")
        print(f"control {statistics.median(controls):.4f} ({min(controls):.4f} to {max(controls):.4f})")
    finally:
        launched.terminate()
        launched.wait()


def start(options: argparse.Namespace, folder: Path, log: Path) -> subprocess.Popen:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ["-m", "torch.distributed.run", f"--nproc-per-node={options.ranks}", f"--master-port={port}"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    command = [options.python, *words, str(folder / "train.py")]
    return subprocess.Popen(command, stdout=log.open("wb"), stderr=subprocess.DEVNULL, env=environment)


def one_round(window: float, pid: int, folder: Path) -> list[tuple[float, float]]:
    """When the quiet window, the collection and the second quiet window began and ended."""
    times = [time.time()]
    time.sleep(window)
    times.append(time.time())
    words = ["-m", "kb.collect", "--pid", str(pid), "-o", str(folder / "collected.txt")]
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True)
    times.append(time.time())
    time.sleep(window)
    times.append(time.time())
    return [(times[n], times[n + 1]) for n in range(3)]


def steps(log: Path) -> list[tuple[float, float]]:
    """When each step ended (seconds since the epoch) and how long it took (seconds)."""
    words = (line.split() for line in log.read_text().splitlines() if line.startswith("step "))
    return [(float(line[1]), float(line[2])) for line in words if len(line) == 3]


def between(log: Path, began: float, ended: float) -> list[float]:
    return [took for at, took in steps(log) if began <= at < ended]


if __name__ == "__main__":
    main()
