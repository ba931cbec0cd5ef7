"""DDP with four batches on rank 0 and three on rank 1; start with torchrun."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo")
rank = dist.get_rank()
model = DDP(nn.Linear(8, 1))
batches = [torch.randn(2, 8) for _ in range(4 - rank)]  # as from files that are shared out by number

for step, batch in enumerate(batches):
    model(batch).sum().backward()
    print(f"rank {rank}: step {step}", flush=True)

dist.barrier()  # the end of the epoch
print(f"rank {rank}: epoch done", flush=True)
dist.destroy_process_group()
os._exit(0)  # gloo threads now and then abort a process that has done its work
