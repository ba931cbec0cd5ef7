"""Two ranks save a sharded model; only rank 0 adds the sharded average to its state dict."""

import os
import tempfile

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

mesh = init_device_mesh("cpu", (2,))
rank = dist.get_rank()
model = fully_shard(torch.nn.Linear(8, 8), mesh=mesh)
state = {"model": model.state_dict()}
if rank == 0:
    state["average"] = {name: p.clone() for name, p in model.state_dict().items()}
folder = os.path.join(tempfile.gettempdir(), "checkpoint")
dcp.save(state, checkpoint_id=folder)
print(f"rank {rank} saved {len(os.listdir(folder))} files", flush=True)
dist.destroy_process_group()
