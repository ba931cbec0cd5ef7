"""A script without distributed code; start with torchrun."""

import os

import torch
import torch.distributed as dist

torch.manual_seed(0)
model = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    loss = model(torch.randn(8, 4)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

together = dist.get_world_size() if dist.is_initialized() else 1
if os.environ["LOCAL_RANK"] == "0":
    print(f"MEASURED processes that train one model together = {together}")
