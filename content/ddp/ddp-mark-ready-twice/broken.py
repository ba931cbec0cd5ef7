"""Re-entrant checkpointing runs a backward pass for each use of the shared layer, so DDP gets its gradient in two parts."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(8, 8)
        self.shared = nn.Linear(8, 8)

    def forward(self, x):
        x = self.stem(x)
        for _ in range(2):
            x = checkpoint(self.shared, x, use_reentrant=True)
        return x


dist.init_process_group("gloo")
torch.manual_seed(dist.get_rank())
model = DistributedDataParallel(Net())
for _ in range(2):
    model(torch.randn(4, 8)).sum().backward()
total = [None, None]
dist.all_gather_object(total, sum(p.grad.sum().item() for p in model.parameters()))
print(f"rank {dist.get_rank()}: the sum of the gradients on each rank is {total}", flush=True)
assert abs(total[0] - total[1]) < 1e-4
dist.destroy_process_group()
os._exit(0)  # gloo's threads now and then abort an ordinary exit
