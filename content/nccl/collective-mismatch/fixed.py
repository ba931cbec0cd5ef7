"""Every rank pads to the longest and cuts after the gather, so all ranks make the same call; start with torchrun."""

import os

os.environ["TORCH_DISTRIBUTED_DEBUG"] = "DETAIL"
import torch
import torch.distributed as dist
import torch.nn.functional as F

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()

predictions = torch.full((3 + rank,), float(rank))
lengths = [torch.zeros(1, dtype=torch.long) for _ in range(world)]
dist.all_gather(lengths, torch.tensor([len(predictions)]))
predictions = F.pad(predictions, (0, int(max(lengths)) - len(predictions)))
gathered = [torch.empty_like(predictions) for _ in range(world)]
dist.all_gather(gathered, predictions)
gathered = [part[: int(length)] for part, length in zip(gathered, lengths)]

print(f"rank {rank} has {torch.cat(gathered).tolist()}", flush=True)
dist.destroy_process_group()
