"""An all_reduce has to wait for 20 s of other work, and its group has a timeout of 5 s; start with torchrun."""

import os
from datetime import timedelta

import torch
import torch.distributed as dist

torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl", timeout=timedelta(seconds=5))

x = torch.ones(1, device="cuda")
dist.all_reduce(x)  # builds the communicator
torch.cuda.synchronize()

torch.cuda._sleep(40_000_000_000)  # clock cycles of the GPU: 20 s at 2 GHz
dist.all_reduce(x)
torch.cuda.synchronize()
print(f"rank {dist.get_rank()} has {x.item()}", flush=True)
dist.destroy_process_group()
