"""Small gloo jobs, each broken in one way at one rank, until nothing moves; then who can dumps its recorder.

    python jobs.py FOLDER     runs in an interpreter with torch; writes FOLDER/KIND-POSITION/{rank_RANK,truth}.json

torch is imported once; the ranks of every job are forked from it.
"""

import json
import os
import signal
import sys
import threading
import time
from datetime import timedelta
from multiprocessing import Array
from pathlib import Path

os.environ |= {"TORCH_FR_BUFFER_SIZE": "2000", "OMP_NUM_THREADS": "1"}

import contextlib

import torch
import torch.distributed as dist
from torch._C._distributed_c10d import _dump_fr_trace_json

STEPS, BREAKS_IN = 8, 4
# Seconds without any step after which a job stands still.
STILL, LONGEST = 3.0, 60.0
KINDS = (
    *("asleep", "another-op", "another-size", "missing-call", "extra-call", "order", "exited", "killed", "exception"),
    *("stopped", "stuck-in-io", "uneven"),
)
POSITIONS = {"first": lambda world: 0, "middle": lambda world: world // 2, "last": lambda world: world - 1}


def worlds(number):
    """Four to eight ranks, in turn; always an even number, for the pairs."""
    return (4, 6, 8)[number % 3]


def rank_of_job(rank, world, kind, guilty, folder, port, steps):
    torch.set_num_threads(1)
    store = dist.TCPStore("127.0.0.1", port, world, rank == 0, timedelta(seconds=30))
    dist.init_process_group("gloo", store=store, rank=rank, world_size=world)
    pairs = [dist.new_group([n, n + 1]) for n in range(0, world, 2)]
    threading.Thread(target=dumps_when_told, args=(rank, folder), daemon=True).start()
    try:
        train(rank, world, kind if rank == guilty else "", pairs[rank // 2], folder, steps)
        dist.barrier()
    except RuntimeError as error:
        if kind == "exception" and rank == guilty:
            raise
        (folder / f"error_{rank}").write_text(str(error)[:400])
    time.sleep(1000)


def train(rank, world, kind, pair, folder, steps):
    gradient, loss = torch.ones(1024), torch.ones(8)
    for step in range(STEPS - 2 if kind == "uneven" else STEPS):
        steps[rank] += 1
        now = kind if step == BREAKS_IN else ""
        before(now, folder)
        if now == "order":
            dist.all_reduce(gradient)
            dist.all_reduce(loss, group=pair)
            continue
        dist.all_reduce(loss, group=pair)
        if now == "another-op":
            dist.all_gather([torch.empty(1024) for _ in range(world)], gradient)
        elif now == "another-size":
            dist.all_reduce(torch.ones(512))
        elif now != "missing-call":
            dist.all_reduce(gradient)
        if now == "extra-call":
            dist.all_reduce(gradient)
        dist.broadcast(loss, src=0)


def before(kind, folder):
    """What breaks a rank by itself."""
    if kind == "asleep":
        time.sleep(1000)
    elif kind == "exited":
        os._exit(0)
    elif kind == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif kind == "exception":
        raise RuntimeError("a bad sample")
    elif kind == "stopped":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif kind == "stuck-in-io":
        os.mkfifo(folder / "pipe")
        (folder / "pipe").open().read()


def dumps_when_told(rank, folder):
    while not (folder / "dump").exists():
        time.sleep(0.1)
    (folder / f"rank_{rank}.json").write_bytes(_dump_fr_trace_json())


def run(kind, position, world, folder, port):
    """One job, from its start until all that can have dumped."""
    guilty, steps = POSITIONS[position](world), Array("i", world)
    folder.mkdir(parents=True)
    children = [forked(rank, (world, kind, guilty, folder, port, steps)) for rank in range(world)]
    wait_until_still(steps)
    broken_off = sorted(int(path.name.removeprefix("error_")) for path in folder.glob("error_*"))
    (folder / "dump").touch()
    wait_for_dumps(folder, world)
    for child in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    (folder / "truth.json").write_text(
        json.dumps({"kind": kind, "world": world, "guilty": guilty, "steps": list(steps), "broken_off": broken_off})
    )


def forked(rank, told):
    if child := os.fork():
        return child
    try:
        rank_of_job(rank, *told)
    finally:
        os._exit(1)


def wait_until_still(steps):
    began = changed = time.monotonic()
    seen = list(steps)
    while time.monotonic() - changed < STILL and time.monotonic() - began < LONGEST:
        time.sleep(0.1)
        if list(steps) != seen or not any(seen):
            seen, changed = list(steps), time.monotonic()


def wait_for_dumps(folder, world):
    """All of them, or what comes until nothing more has come for a while."""
    seen, changed = 0, time.monotonic()
    while seen < world and time.monotonic() - changed < STILL:
        time.sleep(0.1)
        if len(list(folder.glob("rank_*.json"))) != seen:
            seen, changed = len(list(folder.glob("rank_*.json"))), time.monotonic()


def main():
    folder = Path(sys.argv[1])
    for number, kind in enumerate(KINDS):
        for turn, position in enumerate(POSITIONS):
            run(
                kind,
                position,
                worlds(number + turn),
                folder / f"{kind}-{position}",
                20000 + (os.getpid() + 3 * number + turn) % 9000,
            )
            print(f"{kind}-{position}", flush=True)


if __name__ == "__main__":
    main()
