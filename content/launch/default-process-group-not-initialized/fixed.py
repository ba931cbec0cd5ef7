"""The process group exists before anything asks for a rank; start with torchrun."""

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

dataset = TensorDataset(torch.arange(8))
dist.init_process_group("gloo")
sampler = DistributedSampler(dataset, shuffle=False)  # asks torch.distributed for rank and world size

for (batch,) in DataLoader(dataset, batch_size=4, sampler=sampler):
    print(f"rank {dist.get_rank()} of {dist.get_world_size()}: {batch.tolist()}", flush=True)
dist.destroy_process_group()
