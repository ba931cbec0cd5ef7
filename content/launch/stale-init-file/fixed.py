"""The file of the killed run is removed before the second run meets at it."""

import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def train(rank, met):
    dist.init_process_group("gloo", init_method=f"file://{os.getcwd()}/ddp_init", rank=rank, world_size=2)
    dist.all_reduce(torch.ones(1))
    if met is None:
        os._exit(0)  # as a killed process ends: nobody removes the file
    met[rank] = 1
    dist.destroy_process_group()


if __name__ == "__main__":
    mp.spawn(train, args=(None,), nprocs=2)
    os.remove("ddp_init")
    met = torch.zeros(2).share_memory_()
    try:
        mp.spawn(train, args=(met,), nprocs=2)
    except mp.ProcessRaisedException as error:
        print(error)
    print(f"MEASURED ranks of the second run that met = {met.sum().item():.0f}")
