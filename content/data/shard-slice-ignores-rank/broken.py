"""Two nodes with two ranks each: every rank takes its share of 64 samples, and all count what was read together."""

import os

import torch.distributed as dist
from torch.utils.data import DataLoader

dist.init_process_group("gloo")
samples = list(range(64))
share = samples[int(os.environ["LOCAL_RANK"]) :: dist.get_world_size()]
mine = [i for batch in DataLoader(share, batch_size=4) for i in batch.tolist()]
print(f"rank {dist.get_rank()} reads {mine[:4]} ... ({len(mine)})")
everybody = [None] * dist.get_world_size()
dist.all_gather_object(everybody, mine)
if dist.get_rank() == 0:
    read = {i for part in everybody for i in part}
    print("MEASURED share of the samples that any rank reads =", len(read) / len(samples))
dist.destroy_process_group()
