"""Each rank contrasts its own four pairs, so its gradient is not that of one process with all eight; use torchrun."""

import copy

import torch
import torch.distributed as dist
from torch.nn.functional import cross_entropy, normalize
from torch.nn.parallel import DistributedDataParallel


def info_nce(z1, z2):
    return cross_entropy(normalize(z1, dim=1) @ normalize(z2, dim=1).T / 0.1, torch.arange(len(z1)))


dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
model, x1, x2 = torch.nn.Linear(6, 4), torch.randn(8, 6), torch.randn(8, 6)

alone = copy.deepcopy(model)
info_nce(alone(x1), alone(x2)).backward()

several = DistributedDataParallel(model)
z1, z2 = several(torch.cat([x1.chunk(world)[rank], x2.chunk(world)[rank]])).chunk(2)
info_nce(z1, z2).backward()
if rank == 0:
    difference = (model.weight.grad - alone.weight.grad).abs().max().item()
    print(f"MEASURED greatest difference from the gradient of one process = {difference:.2e}")
dist.destroy_process_group()
