"""The same model and inputs; each block keeps its input alone and computes the rest again in backward."""

import torch
import torch.distributed as dist
from torch.distributed._tools.fsdp2_mem_tracker import FSDPMemTracker
from torch.distributed.fsdp import fully_shard
from torch.utils.checkpoint import checkpoint

dist.init_process_group("gloo")
blocks = [torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.ReLU(), torch.nn.Linear(256, 64)) for _ in range(8)]
model = torch.nn.Sequential(*blocks)
whole = sum(p.numel() * p.element_size() for p in model.parameters())
for block in blocks:
    fully_shard(block)
fully_shard(model)
optimizer = torch.optim.Adam(model.parameters(), foreach=False)

tracker = FSDPMemTracker(model, optimizer)
x = torch.randn(4096, 64)
tracker.track_inputs((x,))
with tracker:
    for block in blocks:
        x = checkpoint(block, x, use_reentrant=False)
    x.square().mean().backward()
    optimizer.step()

peak = tracker.get_tracker_snapshot("peak")[torch.device("cpu")]
activations = next(size for kind, size in peak.items() if str(kind).endswith("ACT"))
print(f"MEASURED activations in whole copies of the parameters = {activations / whole:.1f}", flush=True)
dist.destroy_process_group()
