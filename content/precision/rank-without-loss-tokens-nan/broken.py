"""Each rank divides by the number of its own labels, and rank 1 has none; start with torchrun."""

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
torch.manual_seed(0)
model = DistributedDataParallel(torch.nn.Linear(4, 10))
samples = torch.randn(6, 4)
labels = torch.randint(10, (6,)) if dist.get_rank() == 0 else torch.full((6,), -100)

loss = F.cross_entropy(model(samples), labels)
loss.backward()

not_finite = (~model.module.weight.grad.isfinite()).any().int()
dist.all_reduce(not_finite)
if dist.get_rank() == 0:
    print(f"MEASURED ranks whose gradient is not a number = {not_finite.item()}")
dist.destroy_process_group()
