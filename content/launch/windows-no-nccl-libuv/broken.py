"""The backend is written down as nccl, and this build of torch has none."""

import torch
import torch.distributed as dist

backend = "nccl"
dist.init_process_group(backend)
total = torch.ones(1)
dist.all_reduce(total)
print(f"rank {dist.get_rank()}: {backend} sees {total.item():g} ranks", flush=True)
dist.destroy_process_group()
