"""A DistributedSampler is added to a loader that shuffles; start with torchrun."""

import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
data = list(range(8))
sampler = DistributedSampler(data)
loader = DataLoader(data, batch_size=2, sampler=sampler, shuffle=True)
print(f"rank {dist.get_rank()} reads {[batch.tolist() for batch in loader]}", flush=True)
dist.destroy_process_group()
