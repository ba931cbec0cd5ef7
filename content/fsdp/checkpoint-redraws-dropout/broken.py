"""FSDP2, dropout and activation checkpointing: the gradient against that of a run without it, same masks."""

from types import SimpleNamespace

import torch
import torch.distributed as dist
from accelerate import FullyShardedDataParallelPlugin
from accelerate.utils.fsdp_utils import fsdp2_apply_ac
from torch import nn
from torch.distributed.fsdp import fully_shard


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.drop, self.down = nn.Linear(32, 128), nn.Dropout(0.1), nn.Linear(128, 32)

    def forward(self, x):
        return x + self.down(self.drop(torch.relu(self.up(x))))


def checkpointed(model):
    plugin = FullyShardedDataParallelPlugin(
        fsdp_version=2, auto_wrap_policy="transformer_based_wrap", transformer_cls_names_to_wrap=["Block"]
    )
    plugin.set_auto_wrap_policy(model)
    return fsdp2_apply_ac(SimpleNamespace(state=SimpleNamespace(fsdp_plugin=plugin)), model)


def gradient(change):
    torch.manual_seed(0)
    model = change(nn.Sequential(*(Block() for _ in range(4))))
    for block in model:
        fully_shard(block)
    fully_shard(model)
    torch.manual_seed(1 + dist.get_rank())
    loss = model(torch.randn(16, 32)).square().mean()
    loss.backward()
    print(f"rank {dist.get_rank()}: loss {loss.item():.6f}")
    return torch.cat([p.grad.full_tensor().flatten() for p in model.parameters()])


dist.init_process_group("gloo")
right = gradient(lambda model: model)
mine = gradient(checkpointed)
if dist.get_rank() == 0:
    print("MEASURED relative error of the gradient =", ((mine - right).norm() / right.norm()).item())
dist.destroy_process_group()
