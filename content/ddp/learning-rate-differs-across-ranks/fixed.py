"""All ranks feed the plateau scheduler with the mean of their losses; start with torchrun."""

import torch
import torch.distributed as dist
from torch.optim.lr_scheduler import ReduceLROnPlateau

dist.init_process_group("gloo")
weight = torch.nn.Parameter(torch.zeros(1))
optimizer = torch.optim.SGD([weight], lr=0.2)
scheduler = ReduceLROnPlateau(optimizer, patience=0)
target = torch.tensor([0.1, 2.0])[dist.get_rank()]  # the ranks' shares are not alike

for epoch in range(5):
    loss = (weight.detach() - target).square()
    dist.all_reduce(loss)
    loss /= dist.get_world_size()
    scheduler.step(loss.item())
    optimizer.zero_grad()
    (weight - target).square().sum().backward()
    dist.all_reduce(weight.grad)  # as DDP does: the mean over the ranks
    weight.grad /= dist.get_world_size()
    optimizer.step()

rates = [None] * dist.get_world_size()
dist.all_gather_object(rates, optimizer.param_groups[0]["lr"])
if dist.get_rank() == 0:
    print("learning rates", rates)
    print(f"MEASURED different learning rates among the ranks = {len(set(rates))}")
dist.destroy_process_group()
