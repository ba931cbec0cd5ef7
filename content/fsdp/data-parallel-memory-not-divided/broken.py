"""How much of the model and of Adam's state each of two ranks holds."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
model = nn.Sequential(nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 256))
total = 3 * sum(p.numel() for p in model.parameters())  # the weights and Adam's two moments
model = DistributedDataParallel(model)
optimizer = torch.optim.AdamW(model.parameters())
model(torch.randn(8, 256)).square().mean().backward()
optimizer.step()

tensors = [*model.parameters(), *(s[name] for s in optimizer.state.values() for name in ("exp_avg", "exp_avg_sq"))]
here = sum((t.to_local() if hasattr(t, "to_local") else t).numel() for t in tensors)
if dist.get_rank() == 0:
    print(f"MEASURED share of the training state on rank 0 of 2 = {here / total:.3f}", flush=True)
dist.destroy_process_group()
