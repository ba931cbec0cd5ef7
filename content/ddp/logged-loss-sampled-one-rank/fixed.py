"""Two ranks train; at every fiftieth step all log the mean over the ranks and over the fifty steps."""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(rank)
model = DistributedDataParallel(torch.nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.02)
logged, running = [], torch.zeros(())
for step in range(1, 1001):
    x = torch.randn(4, 8)
    loss = (model(x) - x.sum(1, keepdim=True) - torch.randn(4, 1)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    running += loss.detach()
    if step % 50 == 0:
        dist.all_reduce(running)
        logged.append(running.item() / 50 / dist.get_world_size())
        running.zero_()
late = torch.tensor(logged[10:])
if rank == 0:
    print("weights", model.module.weight.mean().item(), flush=True)
    print(f"MEASURED spread of the logged loss = {(late.std() / late.mean()).item():.3f}", flush=True)
dist.destroy_process_group()
