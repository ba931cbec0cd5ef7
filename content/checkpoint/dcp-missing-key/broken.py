"""The checkpoint was written from the DDP wrapper and is read into the model itself; start with torchrun."""

import os

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
model = torch.nn.Linear(4, 1)
path = os.path.join(os.environ["TMPDIR"], "checkpoint")
dcp.save(DistributedDataParallel(model).state_dict(), checkpoint_id=path)

state = model.state_dict()
dcp.load(state, checkpoint_id=path)
print(f"rank {dist.get_rank()}: loaded {len(state)} tensors", flush=True)
dist.destroy_process_group()
