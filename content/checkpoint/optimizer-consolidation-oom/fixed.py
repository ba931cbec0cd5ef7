"""Every rank saves its own shard, though one of them has less memory left than that."""

import os
import resource
import tempfile

import torch
import torch.distributed as dist
from torch.distributed.optim import ZeroRedundancyOptimizer

dist.init_process_group("gloo")
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Sequential(*(torch.nn.Linear(2048, 2048) for _ in range(4))))
optimizer = ZeroRedundancyOptimizer(model.parameters(), torch.optim.AdamW, foreach=False)
model(torch.ones(1, 2048)).square().mean().backward()
optimizer.step()

if dist.get_rank() == 0:
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + 48 * 2**20, resource.RLIM_INFINITY))
path = os.path.join(tempfile.mkdtemp(), f"optimizer-rank{dist.get_rank()}.pt")
torch.save(optimizer.optim.state_dict(), path)
print(f"rank {dist.get_rank()}: saved {os.path.getsize(path) >> 20} MiB", flush=True)
dist.destroy_process_group()
