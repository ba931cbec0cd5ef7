"""Each rank holds one stage, and all state dicts are gathered before rank 0 saves them; start with torchrun."""

import os

import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import get_model_state_dict

dist.init_process_group("gloo")
rank = dist.get_rank()
stage = torch.nn.ModuleDict({f"layer{rank}": torch.nn.Linear(4, 4)})
path = os.path.join(os.environ["TMPDIR"], "model.pt")

parts = [None] * dist.get_world_size() if rank == 0 else None
dist.gather_object(get_model_state_dict(stage), parts)
if rank == 0:
    torch.save({name: tensor for part in parts for name, tensor in part.items()}, path)
    layers = {name.split(".")[0] for name in torch.load(path)}
    print(f"MEASURED layers in the checkpoint = {len(layers)}")
dist.destroy_process_group()
