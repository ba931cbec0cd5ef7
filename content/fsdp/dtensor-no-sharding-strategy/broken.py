"""A histogram of a weight is taken from the sharded parameter itself."""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

mesh = init_device_mesh("cpu", (2,))
model = fully_shard(torch.nn.Linear(8, 8), mesh=mesh)
weight = model.weight.detach()
counts, _ = torch.histogram(weight, bins=4)
print(f"rank {dist.get_rank()}: entries in the histogram {counts.sum().item()}", flush=True)
dist.destroy_process_group()
