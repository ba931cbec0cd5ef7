"""Rank 1 saves before rank 0 has made the folder; start with torchrun."""

import os
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
if rank == 0:
    time.sleep(0.5)  # it reads the configuration, it asks the network
    os.makedirs("checkpoints/step-1", exist_ok=True)
torch.save(torch.zeros(1000), f"checkpoints/step-1/rank{rank}.pt")
saved = torch.tensor(os.path.getsize(f"checkpoints/step-1/rank{rank}.pt"))
dist.all_reduce(saved)
print(f"rank {rank}: {saved.item()} bytes in all", flush=True)
dist.destroy_process_group()
