"""Each rank divides by the number of its own tokens, and rank 1 has none; start with torchrun."""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
torch.manual_seed(0)
model = DistributedDataParallel(torch.nn.Linear(4, 10))
samples, tokens = torch.randn(6, 4), torch.randint(10, (6, 1))
mask = torch.ones(6) if dist.get_rank() == 0 else torch.zeros(6)  # rank 1 got nothing but padding

chosen = model(samples).log_softmax(-1).gather(1, tokens)[:, 0]
loss = -(chosen * mask).sum() / mask.sum()
loss.backward()

not_finite = (~model.module.weight.grad.isfinite()).any().int()
dist.all_reduce(not_finite)
if dist.get_rank() == 0:
    print(f"MEASURED ranks whose gradient is not a number = {not_finite.item()}")
dist.destroy_process_group()
