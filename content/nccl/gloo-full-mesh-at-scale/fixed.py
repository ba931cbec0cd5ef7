"""Eight ranks make four gloo groups and use each once; rank 0 counts its TCP connections before and after."""

import os

os.environ["TORCH_GLOO_LAZY_INIT"] = "1"

import psutil
import torch
import torch.distributed as dist


def connections():
    """The number of established TCP connections of this process."""
    return sum(each.status == psutil.CONN_ESTABLISHED for each in psutil.Process().net_connections("tcp"))


dist.init_process_group("gloo")
dist.barrier()
before = connections()
for _ in range(4):
    group = dist.new_group(backend="gloo")
    dist.all_reduce(torch.ones(1), group=group)
dist.barrier()
if dist.get_rank() == 0:
    print(f"MEASURED TCP connections of rank 0 for its gloo groups = {connections() - before}", flush=True)
dist.barrier()
dist.destroy_process_group()
