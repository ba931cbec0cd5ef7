"""Two ranks normalise four samples each, and train to other weights than one process does; start with torchrun."""

import copy

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP


def train(model, inputs, targets):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in zip(inputs, targets):
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
inputs, targets = torch.randn(20, 8, 4), torch.randn(20, 8, 1)  # 20 steps, 8 samples in all
model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.BatchNorm1d(8), torch.nn.Linear(8, 1))

alone = copy.deepcopy(model)
train(alone, inputs, targets)
train(DDP(model), inputs[:, rank::world], targets[:, rank::world])

one, several = (torch.nn.utils.parameters_to_vector(m.parameters()) for m in (alone, model))
if rank == 0:
    print(f"MEASURED greatest difference from the weights of one process = {(one - several).abs().max().item():.2e}")
dist.destroy_process_group()
