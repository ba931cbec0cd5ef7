"""The same with one group of gradients for each mesh and a common norm."""

import os
from collections import defaultdict

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn.utils import clip_grads_with_norm_, get_total_norm

dist.init_process_group("gloo")
torch.manual_seed(0)
model = torch.nn.ModuleDict({"attention": torch.nn.Linear(8, 8), "experts": torch.nn.Linear(8, 8)})
fully_shard(model["attention"], mesh=init_device_mesh("cpu", (2,), mesh_dim_names=("dp",)))
fully_shard(model["experts"], mesh=init_device_mesh("cpu", (1, 2), mesh_dim_names=("replicate", "ep")))
hidden = model["attention"](torch.ones(4, 8))
model["experts"](hidden).square().sum().backward()

groups = defaultdict(list)
for parameter in model.parameters():
    groups[parameter.grad.device_mesh].append(parameter)
norms = [get_total_norm([p.grad for p in members]).full_tensor() for members in groups.values()]
total = torch.linalg.vector_norm(torch.stack(norms))
for members in groups.values():
    clip_grads_with_norm_(members, max_norm=1.0, total_norm=total)
print(f"rank {dist.get_rank()}: total norm {total.item():.4f}", flush=True)
dist.barrier()
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
