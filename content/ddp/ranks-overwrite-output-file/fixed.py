"""Two ranks share 64 samples, and rank 0 writes the predictions of both shares."""

import torch
import torch.distributed as dist
from torch.utils.data import DistributedSampler

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
model, samples = torch.nn.Linear(4, 1), torch.randn(64, 4)
rows = {i: f"{i:04d} {model(samples[i]).item():+.4f}\n" for i in DistributedSampler(range(64), shuffle=False)}
shares = [None] * dist.get_world_size() if rank == 0 else None
dist.gather_object(rows, shares)
if rank == 0:
    rows = {i: row for share in shares for i, row in share.items()}
    with open("predictions.txt", "w") as file:
        file.writelines(rows[i] for i in sorted(rows))
dist.barrier()
if rank == 0:
    with open("predictions.txt") as file:
        print("MEASURED samples of 64 that have a row =", len({line.split()[0] for line in file}), flush=True)
dist.barrier()
dist.destroy_process_group()
