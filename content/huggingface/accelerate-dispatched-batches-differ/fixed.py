"""A stream whose batches are padded to their own longest sample, read by each process for itself."""

import torch
from accelerate import Accelerator
from accelerate.utils import DataLoaderConfiguration


class Stream(torch.utils.data.IterableDataset):
    def __iter__(self):
        return (torch.ones(length) for length in range(1, 17))


def pad(samples):
    return torch.nn.utils.rnn.pad_sequence(samples, batch_first=True)


accelerator = Accelerator(cpu=True, dataloader_config=DataLoaderConfiguration(dispatch_batches=False))
loader = accelerator.prepare(torch.utils.data.DataLoader(Stream(), batch_size=2, collate_fn=pad))
batches = sum(1 for _ in loader)
print(f"rank {accelerator.process_index} of {accelerator.num_processes} got {batches} batches")
accelerator.end_training()
