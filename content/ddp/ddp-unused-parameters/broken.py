"""A layer that the loss never reads gets no gradient, and DDP refuses the second step; start with torchrun."""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body = torch.nn.Linear(8, 8)
        self.aux_head = torch.nn.Linear(8, 2)

    def forward(self, batch):
        return self.body(batch)


dist.init_process_group("gloo")
torch.manual_seed(dist.get_rank())  # every rank has data of its own
model = Model()
model = DDP(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

for step in range(3):
    loss = model(torch.randn(4, 8)).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

checksum = sum(parameter.double().sum().item() for parameter in model.parameters())
print(f"rank {dist.get_rank()} did 3 steps, checksum {checksum:.6f}", flush=True)
dist.destroy_process_group()
