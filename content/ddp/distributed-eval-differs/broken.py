"""DistributedSampler repeats two of ten samples so that each of four ranks has three."""

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

dist.init_process_group("gloo")
dataset = TensorDataset(torch.arange(10))
loader = DataLoader(dataset, batch_size=2, sampler=DistributedSampler(dataset, shuffle=False))

mine = [sample for (batch,) in loader for sample in batch.tolist()]
everybody = [None] * dist.get_world_size()
dist.all_gather_object(everybody, mine)
if dist.get_rank() == 0:
    print("by rank:", everybody)
    print(f"MEASURED samples counted = {sum(map(len, everybody))}")
dist.destroy_process_group()
