"""A buffer made with expand(): four rows that are one row in memory."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 2)
        self.register_buffer("position", torch.arange(8.0).expand(4, 8))

    def forward(self, x):
        return self.head(x + self.position)


dist.init_process_group("gloo")
model = DistributedDataParallel(Model())
loss = model(torch.ones(4, 8)).square().mean()
loss.backward()
print(f"rank {dist.get_rank()}: loss {loss.item():.4f}", flush=True)
dist.destroy_process_group()
