"""all_reduce in the loss, of which autograd knows nothing; start with torchrun."""

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
samples = torch.randn(8, 3)
model = torch.nn.Linear(3, 1, bias=False)
(alone,) = torch.autograd.grad(model(samples).mean().square(), model.weight)

mean = model(samples.chunk(world)[rank]).mean()
dist.all_reduce(mean)
(mean / world).square().backward()

dist.all_reduce(model.weight.grad)  # as DDP does: the mean over the ranks
share = (model.weight.grad / world / alone).mean().item()
if rank == 0:
    print(f"MEASURED share of the gradient of one process = {share:.4f}")
dist.destroy_process_group()
