"""Every parameter is used, and DDP need not look for unused ones; start with torchrun."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

search = False
dist.init_process_group("gloo")
model = DistributedDataParallel(nn.Linear(4, 1), find_unused_parameters=search)
model(torch.ones(8, 4)).sum().backward()
gradient = model.module.weight.grad.sum().item()
print(f"rank {dist.get_rank()}: gradient {gradient}, {'with' if search else 'without'} a search", flush=True)
dist.destroy_process_group()
