"""Two processes, data parallel only; the tensor parallel part is left out where its dimension is."""

import torch
from torch.distributed import destroy_process_group, get_rank
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module

sizes = {"dp": 2, "tp": 1}
names = tuple(name for name, size in sizes.items() if size > 1)
mesh = init_device_mesh("cpu", tuple(sizes[name] for name in names), mesh_dim_names=names)
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 1))
if "tp" in mesh.mesh_dim_names:
    parallelize_module(model, mesh["tp"], {"0": ColwiseParallel()})
fully_shard(model, mesh=mesh["dp"])
loss = model(torch.ones(4, 8)).square().mean()
loss.backward()
print(f"rank {get_rank()}: loss {loss.item():.4f}", flush=True)
destroy_process_group()
