"""A zero in the data of rank 1 only; the loss takes a logarithm. Start with torchrun, two processes."""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
model = DistributedDataParallel(torch.nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
generator = torch.Generator().manual_seed(rank)
batches = torch.rand(5, 8, 4, generator=generator) + 0.1
if rank == 1:
    batches[2, 0, 0] = 0.0  # one bad value in one batch of one rank

for step, batch in enumerate(batches):
    loss = model(batch.log()).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"rank {rank} step {step} loss: {loss.item()}", flush=True)

bad = sum(int((~torch.isfinite(p)).sum()) for p in model.parameters())
if rank == 0:  # whose own data were clean
    print(f"MEASURED non-finite weights on rank 0 = {bad}", flush=True)
dist.destroy_process_group()
