"""The last microbatch before the step is reduced, with all that was accumulated; start with torchrun."""

from contextlib import nullcontext

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
torch.manual_seed(0)
model = DistributedDataParallel(torch.nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
samples, accum = torch.randn(2, 4, 8, 4)[dist.get_rank()], 4

for i, batch in enumerate(samples):
    reduce = (i + 1) % accum == 0
    with nullcontext() if reduce else model.no_sync():
        (model(batch).square().mean() / accum).backward()
optimizer.step()

differing = 0
for parameter in model.parameters():
    everywhere = [torch.empty_like(parameter) for _ in range(dist.get_world_size())]
    dist.all_gather(everywhere, parameter.data)
    differing += not torch.equal(*everywhere)
if dist.get_rank() == 0:
    print(f"MEASURED parameters that differ between the ranks = {differing}")
dist.destroy_process_group()
