"""The second run meets at the file that a killed run has left."""

import os
import time
from datetime import timedelta

import torch
import torch.distributed as dist
import torch.multiprocessing as mp

WORLD = 6  # the more ranks, the less likely that all find each other in spite of the old addresses


def train(rank, met):
    time.sleep(rank)  # one after another, as from several nodes: whoever is early reads the old addresses of the rest
    file = f"file://{os.getcwd()}/ddp_init"
    dist.init_process_group("gloo", file, timedelta(seconds=20), rank=rank, world_size=WORLD)
    dist.all_reduce(torch.ones(1))
    if met is None:
        os._exit(0)  # as a killed process ends: nobody removes the file
    met[rank] = 1
    dist.destroy_process_group()


if __name__ == "__main__":
    mp.start_processes(train, args=(None,), nprocs=WORLD, start_method="fork")
    met = torch.zeros(WORLD).share_memory_()
    try:
        mp.start_processes(train, args=(met,), nprocs=WORLD, start_method="fork")
    except mp.ProcessRaisedException as error:
        print(error)
    print(f"MEASURED ranks of the second run that met = {met.sum().item():.0f}")
