"""Rank 1 skips a batch whose loss is NaN, and from then on is one all-reduce behind; start with torchrun."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo")
rank = dist.get_rank()
model = DDP(nn.Linear(8, 1))
batches = [torch.ones(2, 8) for _ in range(4)]
if rank == 1:
    batches[2][0, 0] = float("nan")  # one bad sample on one rank

for step, batch in enumerate(batches):
    loss = model(batch).square().mean()
    if not torch.isfinite(loss):
        print(f"rank {rank}: step {step} skipped", flush=True)
        continue
    loss.backward()
    print(f"rank {rank}: step {step}", flush=True)

dist.barrier()
dist.destroy_process_group()
os._exit(0)  # gloo threads now and then abort a process that has done its work
