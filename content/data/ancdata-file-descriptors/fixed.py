"""Shared by the name of a file, a kept tensor holds no descriptor."""

import os
import resource

import torch
from torch.utils.data import DataLoader, Dataset

SOFT, HARD = 512, resource.getrlimit(resource.RLIMIT_NOFILE)[1]


class Graphs(Dataset):
    def __len__(self):
        return 128

    def __getitem__(self, index):
        return {f"part{n}": torch.full((8,), float(index)) for n in range(30)}


torch.multiprocessing.set_sharing_strategy("file_system")

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (SOFT, HARD))  # as ulimit -S -n 512
    kept = []
    for batch in DataLoader(Graphs(), batch_size=2, num_workers=2):
        kept.append(batch)
    print(len(kept), "batches kept,", len(os.listdir("/proc/self/fd")), "descriptors open")
