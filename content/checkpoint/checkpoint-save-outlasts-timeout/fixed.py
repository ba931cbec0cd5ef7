"""Rank 0 writes for eight seconds, and the others may wait a minute."""

import time
from datetime import timedelta

import torch
import torch.distributed as dist

dist.init_process_group("gloo", timeout=timedelta(seconds=60))
rank = dist.get_rank()
store = dist.distributed_c10d._get_default_store()

if rank == 0:
    torch.save(torch.rand(1000), "model.pt")
    time.sleep(8)  # slow storage
gave_up = 0
try:
    dist.all_reduce(torch.ones(()))
except RuntimeError as error:
    print(f"rank {rank}: {error}", flush=True)
    gave_up = 1
store.add("gave up", gave_up)
store.set(f"ready {rank}", "yes")
if rank == 0:
    store.wait(["ready 0", "ready 1"], timedelta(seconds=30))
    print(f"MEASURED ranks that gave up = {store.add('gave up', 0)}")
