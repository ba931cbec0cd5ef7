"""A DistributedSampler gives each rank its half, and accelerate halves it again; start with torchrun."""

import torch
import torch.distributed as dist
from accelerate import Accelerator
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler

accelerator = Accelerator(cpu=True)
samples = torch.arange(64)
loader = accelerator.prepare(DataLoader(samples, batch_size=4, sampler=DistributedSampler(samples)))

everybody = [None] * dist.get_world_size()
dist.all_gather_object(everybody, torch.cat(list(loader)).tolist())
if accelerator.is_main_process:
    read = {sample for part in everybody for sample in part}
    print(f"MEASURED share of the samples that any rank reads = {len(read) / len(samples)}")
dist.destroy_process_group()
