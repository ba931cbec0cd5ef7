"""A model with checkpointed blocks is wrapped in DDP and compiled; start with torchrun."""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(8, 8)

    def forward(self, x):
        return checkpoint(self.layer, x, use_reentrant=False)


dist.init_process_group("gloo")
torch.manual_seed(0)
model = DistributedDataParallel(torch.nn.Sequential(Block(), Block()))
compiled = torch.compile(model, backend="aot_eager")
loss = compiled(torch.ones(4, 8)).square().mean()
loss.backward()
print(f"rank {dist.get_rank()}: loss {loss.item():.3f}", flush=True)
dist.destroy_process_group()
