"""A frozen layer and a trainable adapter, as in LoRA, end up in one FSDP unit."""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel

dist.init_process_group("gloo")
model = nn.Sequential(nn.Linear(8, 8).requires_grad_(False), nn.Linear(8, 8))
model = FullyShardedDataParallel(model, device_id=torch.device("cpu"), use_orig_params=True)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss = model(torch.randn(4, 8)).square().mean()
loss.backward()
optimizer.step()
print(f"rank {dist.get_rank()}: loss {loss.item():.3f}", flush=True)
dist.destroy_process_group()
