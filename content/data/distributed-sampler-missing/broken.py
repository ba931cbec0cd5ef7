"""A loader without a sampler: each of two ranks reads all 100 samples."""

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, TensorDataset

dist.init_process_group("gloo")
dataset = TensorDataset(torch.arange(100))
loader = DataLoader(dataset, batch_size=10, shuffle=True)

seen = torch.tensor(sum(len(batch) for (batch,) in loader))
print(f"rank {dist.get_rank()}: {len(loader)} steps", flush=True)
dist.all_reduce(seen)
if dist.get_rank() == 0:
    print(f"MEASURED samples read by both ranks together = {seen.item()}")
dist.destroy_process_group()
