"""The process is bound to its GPU, and the group knows it, before the barrier; start with torchrun."""

import os

import torch
import torch.distributed as dist

local_rank = int(os.environ["LOCAL_RANK"])
torch.cuda.set_device(local_rank)
dist.init_process_group("nccl", device_id=torch.device("cuda", local_rank))
dist.barrier()
print(f"rank {dist.get_rank()} is past the barrier", flush=True)
dist.destroy_process_group()
