"""FSDP that keeps the parameters after forward: how often does a step gather the parameters of a layer?"""

import os

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.profiler import profile

LAYERS = 4
dist.init_process_group()
device = "cuda" if torch.cuda.is_available() else "cpu"
mesh = init_device_mesh(device, (dist.get_world_size(),))

model = torch.nn.Sequential(*[torch.nn.Linear(64, 64) for _ in range(LAYERS)])
for layer in model:
    fully_shard(layer, mesh=mesh, reshard_after_forward=False)
fully_shard(model, mesh=mesh)
optimizer = torch.optim.AdamW(model.parameters())


def train_step():
    model(torch.randn(4, 64, device=device)).sum().backward()
    optimizer.step()
    optimizer.zero_grad()


train_step()
with profile() as profiler:
    train_step()
gathers = sum(event.count for event in profiler.key_averages() if event.key == "c10d::_allgather_base_")
if dist.get_rank() == 0:
    print(f"MEASURED all-gathers of each layer in a step = {gathers / LAYERS:.2f}", flush=True)
dist.destroy_process_group()
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
