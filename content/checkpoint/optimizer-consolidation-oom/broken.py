"""A sharded optimizer is put together for a checkpoint on a rank that has less memory left than one shard."""

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
optimizer.consolidate_state_dict(to=0)
torch.save(optimizer.state_dict() if dist.get_rank() == 0 else {}, path)
print(f"rank {dist.get_rank()}: saved {os.path.getsize(path) >> 20} MiB", flush=True)
dist.destroy_process_group()
