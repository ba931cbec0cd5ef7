"""Rank 0 reports the accuracy over the shares of all ranks, in which nothing is repeated; start with torchrun."""

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, Subset

dist.init_process_group("gloo")
scores = torch.tensor([2, 1, -1, 1, 3, 2, -2, -1, 1, 2])  # of ten samples; above 0 means right
loader = DataLoader(Subset(scores, range(dist.get_rank(), len(scores), dist.get_world_size())), batch_size=2)

totals = torch.zeros(2)
for batch in loader:
    totals += torch.tensor([(batch > 0).sum(), len(batch)])
dist.all_reduce(totals)
accuracy = totals[0] / totals[1]
if dist.get_rank() == 0:
    print(f"counted {totals[1].item():.0f} of {len(scores)} samples")
    everything = (scores > 0).float().mean()
    print(f"MEASURED difference from the accuracy over all samples = {abs(accuracy - everything).item():.4f}")
dist.destroy_process_group()
