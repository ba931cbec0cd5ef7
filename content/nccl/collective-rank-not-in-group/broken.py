"""Each pair of ranks receives from its own leader, counted inside the group; start with torchrun."""

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
groups = [dist.new_group([0, 1]), dist.new_group([2, 3])]
mine = groups[rank // 2]

weights = torch.full((4,), float(rank))
dist.broadcast(weights, src=0, group=mine)
print(f"rank {rank} of {dist.get_world_size()}: weights {weights.sum().item()}", flush=True)
dist.destroy_process_group()
