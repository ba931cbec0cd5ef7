"""The weight is replaced after the layer was wrapped."""

import torch
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel

dist.init_process_group("gloo")
layer = torch.nn.Linear(4, 3)
model = FullyShardedDataParallel(layer, use_orig_params=True, device_id=torch.device("cpu"))
layer.weight = torch.nn.Parameter(torch.full((3, 4), 0.5))
print(f"rank {dist.get_rank()}: output {model(torch.ones(1, 4)).sum().item():.4f}")
dist.destroy_process_group()
