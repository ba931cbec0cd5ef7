"""Two pipeline stages that both send before they receive."""

import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = int(os.environ["RANK"])
peer = 1 - rank
mine, theirs = torch.full((4_000_000,), float(rank + 1)), torch.empty(4_000_000)
dist.send(mine, peer)
dist.recv(theirs, peer)
print(f"rank {rank} received {theirs.mean().item():.1f}", flush=True)
dist.destroy_process_group()
