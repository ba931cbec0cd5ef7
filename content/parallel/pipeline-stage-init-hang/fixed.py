"""Two pipeline stages that submit both directions in one batch."""

import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = int(os.environ["RANK"])
peer = 1 - rank
mine, theirs = torch.full((4_000_000,), float(rank + 1)), torch.empty(4_000_000)
for work in dist.batch_isend_irecv([dist.P2POp(dist.isend, mine, peer), dist.P2POp(dist.irecv, theirs, peer)]):
    work.wait()
print(f"rank {rank} received {theirs.mean().item():.1f}", flush=True)
dist.destroy_process_group()
