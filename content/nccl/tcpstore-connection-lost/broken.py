"""Rank 0, whose process hosts the store, leaves although rank 1 still works and needs the store."""

import os
import time

import torch.distributed as dist
import torch.multiprocessing as mp


def run(rank):
    store = dist.TCPStore("127.0.0.1", int(os.environ["PORT"]), world_size=2, is_master=rank == 0)
    dist.init_process_group("gloo", store=store, rank=rank, world_size=2)

    if rank == 1:
        time.sleep(5)  # more to evaluate than rank 0 has
        print("evaluated", store.add("evaluated", 1), flush=True)

    dist.destroy_process_group()


if __name__ == "__main__":
    mp.spawn(run, nprocs=2)
