"""One FSDP process collects its whole parameters where they are."""

import torch
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

dist.init_process_group("gloo")
model = FSDP(torch.nn.Linear(8, 8), device_id=torch.device("cpu"))
with FSDP.summon_full_params(model, offload_to_cpu=dist.get_world_size() > 1, writeback=False):
    print(f"collected {sum(p.numel() for p in model.parameters())} numbers", flush=True)
dist.destroy_process_group()
