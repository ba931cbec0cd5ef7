"""Every rank makes the same weights, so nothing has to be sent; start with torchrun."""

import torch
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

dist.init_process_group("gloo")
torch.manual_seed(0)
model = torch.nn.Linear(8, 8)
sharded = FSDP(model, device_id=torch.device("cpu"))
loss = sharded(torch.ones(4, 8)).square().mean()
loss.backward()
print(f"rank {dist.get_rank()}: loss {loss.item():.3f}", flush=True)
dist.destroy_process_group()
