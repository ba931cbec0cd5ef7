"""The optimizer is built before fully_shard replaces the model's parameters."""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

mesh = init_device_mesh("cpu", (2,))
torch.manual_seed(0)
model, batch = torch.nn.Linear(8, 8), torch.randn(16, 8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
fully_shard(model, mesh=mesh)
losses = []
for _ in range(20):
    loss = model(batch).square().mean()
    loss.backward()
    optimizer.step()
    model.zero_grad()
    losses.append(loss.item())
if dist.get_rank() == 0:
    print(f"MEASURED last loss in parts of the first = {losses[-1] / losses[0]:.3f}", flush=True)
dist.destroy_process_group()
