"""Long and short samples are dealt out in turn: both ranks work equally long."""

import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
samples = sorted([0.1, 0.3] * 10)  # seconds of work for each
mine = samples[rank::world_size]

work = 0.0
start = time.perf_counter()
for seconds in mine:
    before = time.perf_counter()
    time.sleep(seconds)
    work += time.perf_counter() - before
    dist.all_reduce(torch.ones(()))
step = (time.perf_counter() - start) / len(mine)

times = [torch.empty(2) for _ in range(world_size)]
dist.all_gather(times, torch.tensor([work / len(mine), step]))
if rank == 0:
    print("own work, whole step by rank:", [[round(x, 2) for x in t.tolist()] for t in times])
    works = [t[0].item() for t in times]
    print(f"MEASURED work before the collective, slowest rank over fastest = {max(works) / min(works):.2f}")
dist.destroy_process_group()
