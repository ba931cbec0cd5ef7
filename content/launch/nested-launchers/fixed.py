"""Each process that torchrun has started trains itself; start with torchrun."""

import os

import torch
import torch.distributed as dist


def train(local_rank, alive):
    print(f"pid {os.getpid()} trains on GPU {local_rank}", flush=True)
    alive[local_rank] = 1


if __name__ == "__main__":
    dist.init_process_group("gloo")
    alive = torch.zeros(2)
    train(int(os.environ["LOCAL_RANK"]), alive)
    dist.all_reduce(alive)
    if dist.get_rank() == 0:
        print(f"MEASURED training processes in all = {alive.sum().item():.0f}")
    dist.destroy_process_group()
