"""The backend is nccl where the build has it, and gloo elsewhere."""

import torch
import torch.distributed as dist

backend = "nccl" if dist.is_nccl_available() else "gloo"
dist.init_process_group(backend)
total = torch.ones(1)
dist.all_reduce(total)
print(f"rank {dist.get_rank()}: {backend} sees {total.item():g} ranks", flush=True)
dist.destroy_process_group()
