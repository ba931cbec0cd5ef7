"""Two ranks on two cores, and each takes its share of them."""

import os

import psutil
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, TensorDataset

os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
dist.init_process_group("gloo")
cores = len(os.sched_getaffinity(0))
num_workers = max(1, cores // dist.get_world_size() - 1)

loader = DataLoader(TensorDataset(torch.rand(64)), batch_size=8, num_workers=num_workers, persistent_workers=True)
seen = sum(len(batch) for (batch,) in loader)
workers = torch.tensor(float(len(psutil.Process().children())))
dist.all_reduce(workers)
if dist.get_rank() == 0:
    print(f"{seen} samples read by rank 0 with {num_workers} workers on {cores} cores")
    print(f"MEASURED loader workers of all ranks for each core = {workers.item() / cores:.1f}")
dist.destroy_process_group()
