"""Four micro-batches, and DDP exchanges gradients after each; start with torchrun."""

import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.nn.parallel import DistributedDataParallel

exchanges = 0


def counted(group, bucket):
    global exchanges
    exchanges += 1
    return allreduce_hook(group, bucket)


dist.init_process_group("gloo")
torch.manual_seed(dist.get_rank())
model = DistributedDataParallel(torch.nn.Linear(4, 1))
model.register_comm_hook(None, counted)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

micro_batches = torch.randn(4, 8, 4)
for x in micro_batches:
    (model(x).square().mean() / len(micro_batches)).backward()
optimizer.step()
if dist.get_rank() == 0:
    print(f"MEASURED gradient exchanges for one optimizer step = {exchanges}")
dist.destroy_process_group()
