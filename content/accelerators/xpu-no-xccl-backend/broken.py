import os

import torch
import torch.distributed as dist

os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=os.environ.get("PORT", "29500"), RANK="0", WORLD_SIZE="1")
backend = "xccl"
dist.init_process_group(backend)
device = "xpu" if backend == "xccl" else "cpu"
total = torch.ones(4, device=device)
dist.all_reduce(total)
print(f"backend {dist.get_backend()}, sum {total.sum().item()}")
dist.destroy_process_group()
