"""The loss is computed by a method of the inner module, and each rank trains alone; start with torchrun."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Net(nn.Linear):
    def loss(self, x):
        return super().forward(x).square().mean()

    def forward(self, x):
        return self.loss(x)


dist.init_process_group("gloo")
torch.manual_seed(dist.get_rank())
model = DistributedDataParallel(Net(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(10):
    optimizer.zero_grad()
    model.module.loss(torch.randn(8, 4)).backward()
    optimizer.step()

weights = [torch.empty(1, 4) for _ in range(dist.get_world_size())]
dist.all_gather(weights, model.module.weight.detach())
if dist.get_rank() == 0:
    difference = (weights[0] - weights[1]).abs().max().item()
    print(f"MEASURED greatest difference of the weights between the ranks = {difference:.2e}")
dist.destroy_process_group()
