"""Experts and the rest are sharded over two meshes; torch clips all gradients in one go."""

import os

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn.utils import clip_grad_norm_

dist.init_process_group("gloo")
torch.manual_seed(0)
model = torch.nn.ModuleDict({"attention": torch.nn.Linear(8, 8), "experts": torch.nn.Linear(8, 8)})
fully_shard(model["attention"], mesh=init_device_mesh("cpu", (2,), mesh_dim_names=("dp",)))
fully_shard(model["experts"], mesh=init_device_mesh("cpu", (1, 2), mesh_dim_names=("replicate", "ep")))
hidden = model["attention"](torch.ones(4, 8))
model["experts"](hidden).square().sum().backward()

total = clip_grad_norm_(model.parameters(), max_norm=1.0)
total = total.full_tensor() if hasattr(total, "full_tensor") else total
print(f"rank {dist.get_rank()}: total norm {total.item():.4f}", flush=True)
dist.barrier()
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
