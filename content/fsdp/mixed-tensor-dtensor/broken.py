"""A method other than forward uses the weights of an FSDP2 unit, and no hook gathers them for it."""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 8)

    def forward(self, x):
        return self.layer(x)

    def encode(self, x):
        return self.layer(x).relu()


dist.init_process_group("gloo")
model = fully_shard(Encoder(), mesh=init_device_mesh("cpu", (dist.get_world_size(),)))
model.encode(torch.randn(4, 8)).sum().backward()
print(f"rank {dist.get_rank()}: gradient of shape {tuple(model.layer.weight.grad.shape)}", flush=True)
dist.destroy_process_group()
