"""Gradients under FSDP are clipped by torch's own function; the norm without FSDP is the measure."""

import copy

import torch
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel

dist.init_process_group("gloo")
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.Tanh(), torch.nn.Linear(64, 64))
alone, batch = copy.deepcopy(model), torch.randn(16, 64)
model = FullyShardedDataParallel(model, device_id=torch.device("cpu"))

model(batch).square().mean().backward()
alone(batch).square().mean().backward()
norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1000.0)
true = torch.nn.utils.clip_grad_norm_(alone.parameters(), 1000.0)
if dist.get_rank() == 0:
    print(f"MEASURED share of the true gradient norm = {(norm / true).item():.3f}", flush=True)
dist.destroy_process_group()
