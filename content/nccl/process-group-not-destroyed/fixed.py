"""The script closes its NCCL process group as its last statement."""

import torch
import torch.distributed as dist

torch.cuda.set_device(0)
dist.init_process_group("nccl", store=dist.HashStore(), rank=0, world_size=1)
total = torch.ones(1, device="cuda")
dist.all_reduce(total)
print("sum:", total.item())
dist.destroy_process_group()
