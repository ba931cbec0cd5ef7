"""DistributedSampler hands each of two ranks half of the 100 samples."""

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

dist.init_process_group("gloo")
dataset = TensorDataset(torch.arange(100))
loader = DataLoader(dataset, batch_size=10, sampler=DistributedSampler(dataset, shuffle=True))

seen = torch.tensor(sum(len(batch) for (batch,) in loader))
print(f"rank {dist.get_rank()}: {len(loader)} steps", flush=True)
dist.all_reduce(seen)
if dist.get_rank() == 0:
    print(f"MEASURED samples read by both ranks together = {seen.item()}")
dist.destroy_process_group()
