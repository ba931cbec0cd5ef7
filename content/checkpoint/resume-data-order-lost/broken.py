"""The resumed run knows how many batches were done, and forgets the epoch; start with torchrun."""

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def new_loader():
    samples = torch.arange(64)
    return DataLoader(samples, batch_size=4, sampler=DistributedSampler(samples))


dist.init_process_group("gloo")
loader = new_loader()
loader.sampler.set_epoch(1)
before = [sample for batch in list(loader)[:4] for sample in batch.tolist()]  # then the job was stopped

loader = new_loader()
after = [sample for batch in list(loader)[4:] for sample in batch.tolist()]

everybody = [None] * dist.get_world_size()
dist.all_gather_object(everybody, before + after)
if dist.get_rank() == 0:
    trained = [sample for part in everybody for sample in part]
    print(f"MEASURED samples of the interrupted epoch that are trained twice = {len(trained) - len(set(trained))}")
dist.destroy_process_group()
