"""A library's exit inside the data set ends the worker, and nobody learns which sample it was."""

import sys
import time

import torch
from torch.utils.data import DataLoader, Dataset


def decode(index):
    if index == 13:
        sys.exit(1)  # what a command-line library does with a file that it cannot read
    time.sleep(0.05)
    return torch.full((8,), float(index))


class Samples(Dataset):
    def __len__(self):
        return 32

    def __getitem__(self, index):
        return decode(index)


if __name__ == "__main__":
    for number, batch in enumerate(DataLoader(Samples(), batch_size=4, num_workers=1)):
        print("batch", number, tuple(batch.shape), flush=True)
