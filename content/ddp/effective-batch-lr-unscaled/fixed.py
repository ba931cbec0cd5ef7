"""Two processes that share the batch size of one take as many steps as one; start with torchrun."""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

BATCH, RATE = 16, 0.01  # found on one GPU


def epoch(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE)
    for x, y in loader:
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
    with torch.no_grad():
        return torch.nn.functional.mse_loss(model(inputs), targets).item()


dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
inputs, wanted = torch.randn(512, 20), torch.randn(20, 1)
targets = inputs @ wanted
dataset = TensorDataset(inputs, targets)

torch.manual_seed(1)
one = epoch(torch.nn.Linear(20, 1), DataLoader(dataset, batch_size=BATCH))
torch.manual_seed(1)
loader = DataLoader(dataset, batch_size=BATCH // world, sampler=DistributedSampler(dataset, shuffle=False))
several = epoch(DDP(torch.nn.Linear(20, 1)), loader)

if rank == 0:
    print(f"loss after one epoch: {one:.2f} with 1 process, {several:.2f} with {world}, {len(loader)} steps")
    print(f"MEASURED loss in multiples of the loss with one process = {several / one:.3f}", flush=True)
dist.destroy_process_group()
