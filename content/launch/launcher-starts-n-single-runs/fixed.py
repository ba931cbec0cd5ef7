"""The same with a process group and DDP; start with torchrun."""

import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
torch.manual_seed(0)
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    loss = model(torch.randn(8, 4)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

together = dist.get_world_size() if dist.is_initialized() else 1
if os.environ["LOCAL_RANK"] == "0":
    print(f"MEASURED processes that train one model together = {together}")
dist.destroy_process_group()
