"""A spawned worker starts as a fresh process, with OpenMP threads of its own."""

import torch
from torch.utils.data import DataLoader, Dataset


class Images(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        torch.set_num_threads(2)  # as a library with OpenMP does; torch itself gives a worker one
        return torch.full((2048, 2048), 1.0 + index).exp().mean()  # large enough for several threads


if __name__ == "__main__":
    torch.set_num_threads(2)
    torch.randn(2048, 2048).exp()  # the parent's thread pool starts
    loader = DataLoader(Images(), num_workers=1, multiprocessing_context="spawn")
    for batch in loader:
        print(batch, flush=True)
