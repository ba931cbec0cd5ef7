"""Each DDP process has one device; start with torchrun."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
model = DistributedDataParallel(nn.Linear(4, 1))  # on a GPU: device_ids=[local_rank]
model(torch.ones(8, 4)).sum().backward()
gradient = model.module.weight.grad.sum().item()
print(f"rank {dist.get_rank()} of {dist.get_world_size()}: gradient {gradient}", flush=True)
dist.destroy_process_group()
