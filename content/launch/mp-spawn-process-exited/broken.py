"""Two spawned ranks; one leaves by sys.exit, so that no exception can be passed on to the parent."""

import os
import sys

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def train(rank: int, world_size: int) -> None:
    dist.init_process_group("gloo", rank=rank, world_size=world_size)
    total = torch.ones(1) * rank
    dist.all_reduce(total)
    dist.destroy_process_group()
    if rank == 1:
        sys.exit(3)
    print(f"rank {rank} of {world_size}: sum {total.item()}", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
    os.environ["MASTER_PORT"] = os.environ.get("PORT", "29512")
    mp.spawn(train, args=(2,), nprocs=2)
