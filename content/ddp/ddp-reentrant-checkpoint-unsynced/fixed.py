"""Two forward passes before one backward, trainable weights inside a checkpoint only; start with torchrun."""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.base, self.adapter = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)
        self.base.requires_grad_(False)

    def forward(self, x):
        return checkpoint(self.adapter, self.base(x).requires_grad_(), use_reentrant=False)


dist.init_process_group("gloo")
torch.manual_seed(0)
model = DistributedDataParallel(Model())
optimizer = torch.optim.SGD(model.module.adapter.parameters(), lr=0.1)
torch.manual_seed(dist.get_rank())
for _ in range(3):
    loss = model(torch.randn(4, 8)).square().mean() + model(torch.randn(4, 8)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

weight = model.module.adapter.weight.detach().flatten()
ranks = [torch.empty_like(weight) for _ in range(dist.get_world_size())]
dist.all_gather(ranks, weight)
if dist.get_rank() == 0:
    print("MEASURED largest difference of a weight between the ranks =", (ranks[0] - ranks[1]).abs().max().item())
dist.destroy_process_group()
