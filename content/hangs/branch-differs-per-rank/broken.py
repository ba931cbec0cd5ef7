"""Rank 1 has a batch without an image in step 1 and leaves the image encoder out, whose weights are sharded."""

import torch
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
encoder, text = (FSDP(torch.nn.Linear(16, 16), device_id=torch.device("cpu")) for _ in range(2))

for step in range(3):
    image = None if (rank, step) == (1, 1) else torch.ones(4, 16)
    hidden = text(torch.ones(4, 16))
    if image is not None:
        hidden = hidden + encoder(image)
    loss = hidden.square().mean()
    loss.backward()
    print(f"rank {rank} step {step}: loss {loss.item():.3f}", flush=True)

dist.barrier()
print(f"rank {rank} done, last loss {loss.item():.3f}", flush=True)
dist.destroy_process_group()
