"""Rank 0 reports the accuracy over the data of all ranks; start with torchrun."""

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
scores = torch.cat([torch.randn(50) + 2, torch.randn(50)])  # above 0 means right; the second half is harder
mine = scores.chunk(world)[rank]

totals = torch.tensor([(mine > 0).sum(), len(mine)])
dist.all_reduce(totals)
accuracy = totals[0] / totals[1]
if rank == 0:
    everything = (scores > 0).float().mean()
    print(f"MEASURED difference from the accuracy over all samples = {abs(accuracy - everything).item():.4f}")
dist.destroy_process_group()
