"""The script starts its processes at module level, and each of them imports the script again."""

import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


RENDEZVOUS = f"tcp://127.0.0.1:{os.environ['PORT']}"


def train(rank, world_size):
    dist.init_process_group("gloo", init_method=RENDEZVOUS, rank=rank, world_size=world_size)
    total = torch.ones(1)
    dist.all_reduce(total)
    print(f"rank {rank} of {dist.get_world_size()}: sum {total.item():g}", flush=True)
    dist.destroy_process_group()


mp.spawn(train, args=(2,), nprocs=2)
