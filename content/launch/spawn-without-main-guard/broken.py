"""mp.spawn at the top level: each child imports this script and comes to the same line."""

import os
import tempfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def worker(rank, folder):
    dist.init_process_group("gloo", init_method=f"file://{folder}/store", rank=rank, world_size=2)
    total = torch.ones(())
    dist.all_reduce(total)
    print(f"rank {rank} of {dist.get_world_size()}, sum {total.item()}", flush=True)
    dist.destroy_process_group()


folder = os.environ.setdefault("FOLDER", tempfile.mkdtemp())
mp.spawn(worker, args=(folder,), nprocs=2)
