"""Saving an FSDP2 model by get_model_state_dict() to the CPU of rank 0: which share of it does rank 1 hold?"""

import os

import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group()
rank = dist.get_rank()
device = "cuda" if torch.cuda.is_available() else "cpu"
mesh = init_device_mesh(device, (dist.get_world_size(),))

model = torch.nn.Sequential(*[torch.nn.Linear(512, 512) for _ in range(4)])
total = sum(p.numel() for p in model.parameters())
for layer in model:
    fully_shard(layer, mesh=mesh)
fully_shard(model, mesh=mesh)

full = get_model_state_dict(model, options=StateDictOptions(full_state_dict=True, cpu_offload=True))
if rank == 0:
    torch.save(full, "model.pt")
dist.barrier()

if rank == 1:
    saved = torch.load("model.pt", map_location="cpu")
    assert sum(tensor.numel() for tensor in saved.values()) == total
    held = sum(tensor.numel() for tensor in full.values())
    print(f"MEASURED share of the model on rank 1 = {held / total:.2f}", flush=True)
dist.destroy_process_group()
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
