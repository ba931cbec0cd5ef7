"""Only the members of a group create it, although every rank of the job is waited for; start with torchrun."""

import os
from datetime import timedelta

os.environ["TORCH_DIST_INIT_BARRIER"] = "1"  # torch up to 2.0 always waits like this, later releases on request

import torch.distributed as dist

dist.init_process_group("gloo")
members = [0]
if dist.get_rank() in members:
    group = dist.new_group(members, timeout=timedelta(seconds=5))
print(f"rank {dist.get_rank()} goes on", flush=True)
dist.destroy_process_group()
os._exit(0)  # gloo threads now and then abort a process that has done its work
