"""The exit is caught where it happens, so the sample is named and the worker lives on."""

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
        try:
            return decode(index)
        except SystemExit as error:
            print(f"sample {index} cannot be read: exit {error.code}", flush=True)
            return torch.zeros(8)


if __name__ == "__main__":
    for number, batch in enumerate(DataLoader(Samples(), batch_size=4, num_workers=1)):
        print("batch", number, tuple(batch.shape), flush=True)
