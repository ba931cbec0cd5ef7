"""Weights are saved from the DDP wrapper and loaded into the plain model, as for inference."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
model = DistributedDataParallel(nn.Linear(4, 2))
with tempfile.NamedTemporaryFile(suffix=".pt") as file:
    torch.save(model.module.state_dict(), file.name)
    weights = torch.load(file.name, map_location="cpu", weights_only=True)
print(nn.Linear(4, 2).load_state_dict(weights), flush=True)
dist.destroy_process_group()
