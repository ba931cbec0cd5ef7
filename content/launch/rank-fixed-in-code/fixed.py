"""RANK and WORLD_SIZE are the launcher's; start with torchrun."""

import torch
import torch.distributed as dist

dist.init_process_group("gloo")

total = torch.ones(1) * (dist.get_rank() + 1)
dist.all_reduce(total)
print(f"rank {dist.get_rank()} of {dist.get_world_size()} has the sum {total.item()}", flush=True)
dist.destroy_process_group()
