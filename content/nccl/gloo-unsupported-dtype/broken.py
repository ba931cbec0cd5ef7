"""DDP over gloo with a buffer of 16-bit integers."""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
torch.manual_seed(dist.get_rank())
model = torch.nn.Linear(4, 2)
model.register_buffer("token_types", torch.arange(4, dtype=torch.int16))
ddp = DistributedDataParallel(model)
print(f"rank {dist.get_rank()} weight sum {ddp.module.weight.sum().item():.4f}", flush=True)
dist.destroy_process_group()
