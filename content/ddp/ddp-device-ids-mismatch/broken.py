"""The model is wrapped before it was moved to the GPU that device_ids names; start with torchrun."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
model = DistributedDataParallel(nn.Linear(4, 1), device_ids=[0])
model(torch.ones(8, 4)).sum().backward()
print(f"rank {dist.get_rank()}: gradient {model.module.weight.grad.sum().item()}", flush=True)
dist.destroy_process_group()
