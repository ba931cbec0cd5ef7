"""FSDP on each layer, then on the root: which share of the parameters is whole while one layer computes?"""

import os

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import FSDPModule, fully_shard
from torch.distributed.tensor import DTensor

dist.init_process_group()
device = "cuda" if torch.cuda.is_available() else "cpu"
mesh = init_device_mesh(device, (dist.get_world_size(),))

model = torch.nn.Sequential(*[torch.nn.Linear(256, 256) for _ in range(8)])
total = sum(p.numel() for p in model.parameters())
for layer in model:
    fully_shard(layer, mesh=mesh)
fully_shard(model, mesh=mesh)

shares = []


def measure(*_):
    """A sharded parameter is a DTensor; a gathered one is a plain tensor of its full size."""
    gathered = sum(p.numel() for p in model.parameters() if not isinstance(p, DTensor))
    shares.append(gathered / total)


for layer in model:
    layer.register_forward_pre_hook(measure)  # runs after FSDP's own hook, which gathers
model(torch.randn(4, 256, device=device)).sum().backward()

assert min(shares) > 0, shares  # whatever the wrapping, a layer computes with whole parameters
if dist.get_rank() == 0:
    print("FSDP units:", sum(isinstance(module, FSDPModule) for module in model.modules()), flush=True)
    print(f"MEASURED share of the parameters gathered at once = {max(shares):.3f}", flush=True)
dist.destroy_process_group()
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
