"""Both sides take their names from get_model_state_dict, which strips the wrapper's prefix; start with torchrun."""

import os

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.state_dict import get_model_state_dict
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
model = torch.nn.Linear(4, 1)
path = os.path.join(os.environ["TMPDIR"], "checkpoint")
dcp.save(get_model_state_dict(DistributedDataParallel(model)), checkpoint_id=path)

state = get_model_state_dict(model)
dcp.load(state, checkpoint_id=path)
print(f"rank {dist.get_rank()}: loaded {len(state)} tensors", flush=True)
dist.destroy_process_group()
