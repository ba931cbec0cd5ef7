"""Each rank gathers predictions of its own length, and torch's debug mode compares the calls; start with torchrun."""

import os

os.environ["TORCH_DISTRIBUTED_DEBUG"] = "DETAIL"
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()

predictions = torch.full((3 + rank,), float(rank))
gathered = [torch.empty_like(predictions) for _ in range(world)]
dist.all_gather(gathered, predictions)

print(f"rank {rank} has {torch.cat(gathered).tolist()}", flush=True)
dist.destroy_process_group()
