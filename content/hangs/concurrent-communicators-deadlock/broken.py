"""Two groups of the same two ranks, used in opposite orders; start with torchrun."""

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
groups = [dist.new_group([0, 1]), dist.new_group([0, 1])]
tensors = [torch.tensor(1), torch.tensor(10)]
order = [0, 1] if rank == 0 else [1, 0]

for which in order:
    dist.all_reduce(tensors[which], group=groups[which])

print(f"rank {rank} has sums {tensors[0].item()} and {tensors[1].item()}", flush=True)
dist.destroy_process_group()
