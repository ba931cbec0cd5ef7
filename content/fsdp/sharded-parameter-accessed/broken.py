"""After a training step the head's weight is used by hand, while FSDP holds only this rank's slice of it."""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp.wrap import ModuleWrapPolicy

dist.init_process_group("gloo")
model = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 8))
model = FSDP(model, auto_wrap_policy=ModuleWrapPolicy({nn.Linear}), device_id=torch.device("cpu"))
x = torch.randn(4, 8)
model(x).sum().backward()

head = model.module[1]
scores = nn.functional.linear(x, head.weight)
print(f"rank {dist.get_rank()}: scores of shape {tuple(scores.shape)}", flush=True)
dist.destroy_process_group()
