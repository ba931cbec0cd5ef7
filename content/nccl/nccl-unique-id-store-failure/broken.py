"""Rank 0 prepares the data for longer than the others wait for it; start with torchrun."""

import os
import time
from datetime import timedelta

import torch
import torch.distributed as dist

torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl", timeout=timedelta(seconds=10))

if dist.get_rank() == 0:
    time.sleep(25)  # tokenizing, downloading

x = torch.ones(1, device="cuda")
dist.all_reduce(x)  # the first collective: rank 0 hands out the id that builds the communicator
print(f"rank {dist.get_rank()} has {x.item()}", flush=True)
dist.destroy_process_group()
