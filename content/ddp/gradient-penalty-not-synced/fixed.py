"""A gradient penalty on the inputs (as in WGAN-GP or R1) under DDP, compared with one process and all samples."""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def network():
    return torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))


def penalise(model, x):
    x.requires_grad_(True)
    y = model(x)
    (gradient,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    penalty = gradient.square().sum(1).mean()
    (penalty + 0 * y.sum()).backward()


dist.init_process_group("gloo")
torch.manual_seed(0)
alone, mine, samples = network(), network(), torch.randn(4, 4)
mine.load_state_dict(alone.state_dict())
penalise(alone, samples.clone())
rank = dist.get_rank()
penalise(DistributedDataParallel(mine), samples[2 * rank : 2 * rank + 2].clone())
if rank == 0:
    difference = (mine[0].weight.grad - alone[0].weight.grad).abs().max().item()
    print("MEASURED largest difference from one process =", difference)
dist.destroy_process_group()
