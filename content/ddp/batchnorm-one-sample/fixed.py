"""Six samples on two ranks in batches of two: the incomplete batch of each rank is left out."""

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.BatchNorm1d(8), torch.nn.Linear(8, 1))
model = torch.nn.parallel.DistributedDataParallel(model)
data = torch.randn(6, 4)
loader = DataLoader(data, batch_size=2, sampler=DistributedSampler(data), drop_last=True)
for batch in loader:
    model(batch).square().mean().backward()
print(f"rank {dist.get_rank()} trained on {len(loader)} batches")
dist.destroy_process_group()
