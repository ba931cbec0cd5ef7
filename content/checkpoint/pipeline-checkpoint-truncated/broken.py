"""Each rank holds one stage, and only rank 0's state dict is saved; start with torchrun."""

import os

import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict

dist.init_process_group("gloo")
rank = dist.get_rank()
stage = torch.nn.ModuleDict({f"layer{rank}": torch.nn.Linear(4, 4)})
path = os.path.join(os.environ["TMPDIR"], "model.pt")

state = get_model_state_dict(stage, options=StateDictOptions(full_state_dict=True, cpu_offload=True))
if rank == 0:
    torch.save(state, path)
    layers = {name.split(".")[0] for name in torch.load(path)}
    print(f"MEASURED layers in the checkpoint = {len(layers)}")
dist.destroy_process_group()
