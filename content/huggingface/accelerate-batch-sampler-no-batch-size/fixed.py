"""Batches of equal length classes: the batch sampler has no batch_size, and accelerate is told to leave them as they are."""

import torch
from accelerate import Accelerator, DataLoaderConfiguration


class BucketSampler:
    """Short samples in batches of four, long ones in batches of two."""

    def __iter__(self):
        yield from [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9], [10, 11]]

    def __len__(self):
        return 4


accelerator = Accelerator(cpu=True, dataloader_config=DataLoaderConfiguration(even_batches=False))
loader = torch.utils.data.DataLoader(torch.arange(12), batch_sampler=BucketSampler())
loader = accelerator.prepare(loader)
sizes = [len(batch) for batch in loader]
print(f"rank {accelerator.process_index}: {len(sizes)} batches, {sum(sizes)} samples", flush=True)
accelerator.end_training()
