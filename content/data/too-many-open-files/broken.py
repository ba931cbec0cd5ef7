"""Batches kept from DataLoader workers each hold a file descriptor until the process has no more."""

import os
import resource

import torch
from torch.utils.data import DataLoader, Dataset

SOFT, HARD = 256, resource.getrlimit(resource.RLIMIT_NOFILE)[1]


class Numbers(Dataset):
    def __len__(self):
        return 1000

    def __getitem__(self, index):
        return torch.full((8,), float(index))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (SOFT, HARD))  # as ulimit -S -n 256
    kept = []
    for batch in DataLoader(Numbers(), batch_size=2, num_workers=2):
        kept.append(batch)
    print(len(kept), "batches kept,", len(os.listdir("/proc/self/fd")), "descriptors open")
