"""Rank 0 alone validates a DDP model with BatchNorm: its forward pass broadcasts buffers; start with torchrun."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(rank)
model = DDP(nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Linear(4, 1)))

model(torch.randn(8, 4)).sum().backward()  # one training step on every rank

model.eval()
if rank == 0:
    with torch.no_grad():
        loss = model(torch.randn(8, 4)).square().mean()
    print(f"validation loss {loss:.3f}", flush=True)
dist.barrier()
dist.destroy_process_group()
os._exit(0)  # gloo threads now and then abort a process that has done its work
