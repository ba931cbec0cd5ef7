"""A DataLoader with workers: batches are prepared in other processes, while the step computes."""

import time

import torch
from torch.utils.data import DataLoader, Dataset


class Samples(Dataset):
    def __len__(self):
        return 400

    def __getitem__(self, index):
        time.sleep(0.005)  # reading and decoding
        return torch.full((16,), float(index))


def step(batch):
    time.sleep(0.05)  # computing on a GPU


def train():
    waiting = computing = 0.0
    left = time.perf_counter()
    for number, batch in enumerate(DataLoader(Samples(), batch_size=8, num_workers=2)):
        came = time.perf_counter()
        step(batch)
        if number >= 10:
            waiting += came - left
            computing += time.perf_counter() - came
        left = time.perf_counter()
    print(f"waiting {waiting:.2f} s, computing {computing:.2f} s")
    print(f"MEASURED waiting in multiples of computing = {waiting / computing:.3f}")


if __name__ == "__main__":
    train()
