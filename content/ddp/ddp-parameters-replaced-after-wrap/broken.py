"""The head is exchanged after DDP has hooked the old one; start with torchrun."""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Linear(8, 2))
model = DistributedDataParallel(net)
net[1] = torch.nn.Linear(8, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

samples = torch.randn(8, 4).chunk(2)[dist.get_rank()]
model(samples).square().mean().backward()
optimizer.step()

differing = 0
for parameter in model.parameters():
    everywhere = [torch.empty_like(parameter) for _ in range(dist.get_world_size())]
    dist.all_gather(everywhere, parameter.data)
    differing += not torch.equal(*everywhere)
if dist.get_rank() == 0:
    print(f"MEASURED parameters that differ between the ranks = {differing}")
dist.destroy_process_group()
