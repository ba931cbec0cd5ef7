"""The steps are divided by the world size: as many samples as on one rank."""

import itertools

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

MAX_STEPS = 200
dist.init_process_group("gloo")
dataset = TensorDataset(torch.rand(1000))
loader = DataLoader(dataset, batch_size=8, sampler=DistributedSampler(dataset), drop_last=True)
steps = MAX_STEPS // dist.get_world_size()

epochs = itertools.chain.from_iterable(itertools.repeat(loader))
seen = torch.tensor(sum(len(batch) for (batch,) in itertools.islice(epochs, steps)))
dist.all_reduce(seen)
if dist.get_rank() == 0:
    print(f"{steps} steps, {len(loader)} in an epoch")
    print(f"MEASURED samples of the whole run = {seen.item()}")
dist.destroy_process_group()
