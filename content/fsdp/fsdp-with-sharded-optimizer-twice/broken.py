"""FSDP and an optimizer that shards as well; after ten steps the weights against those of one process, same data."""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel
from torch.distributed.fsdp.wrap import ModuleWrapPolicy
from torch.distributed.optim import ZeroRedundancyOptimizer


def network():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 2))


def train(model, optimizer):
    torch.manual_seed(1)
    for _ in range(10):
        x = torch.randn(16, 8)
        loss = (model(x) - 2 * x[:, :2]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"rank {dist.get_rank()}: loss {loss.item():.4f}")


dist.init_process_group("gloo")
alone = network()
train(alone, torch.optim.Adam(alone.parameters(), lr=0.01))
model = FullyShardedDataParallel(
    network(), auto_wrap_policy=ModuleWrapPolicy([nn.Linear]), device_id=torch.device("cpu")
)
optimizer = ZeroRedundancyOptimizer(model.parameters(), torch.optim.Adam, lr=0.01)
train(model, optimizer)
with FullyShardedDataParallel.summon_full_params(model):
    pairs = zip(alone.parameters(), model.parameters(), strict=True)
    difference = max((a.flatten() - b.flatten()).abs().max().item() for a, b in pairs)
if dist.get_rank() == 0:
    print("MEASURED largest difference from one process =", difference)
dist.destroy_process_group()
