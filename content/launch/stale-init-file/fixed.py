"""The file of the killed run is removed before the second run meets at it."""

import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def train(rank, run):
    dist.init_process_group("gloo", init_method=f"file://{os.getcwd()}/ddp_init", rank=rank, world_size=2)
    total = torch.ones(1)
    dist.all_reduce(total)
    print(f"rank {rank} of the {run} run: sum {total.item()}", flush=True)
    if run == "first":
        os._exit(0)  # as a killed process ends: nobody removes the file
    dist.destroy_process_group()


if __name__ == "__main__":
    mp.spawn(train, args=("first",), nprocs=2)
    os.remove("ddp_init")
    mp.spawn(train, args=("second",), nprocs=2)
