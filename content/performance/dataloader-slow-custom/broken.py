"""A loader written by hand: each batch is prepared between two steps, while nothing computes."""

import time

import torch
from torch.utils.data import Dataset


class Samples(Dataset):
    def __len__(self):
        return 400

    def __getitem__(self, index):
        time.sleep(0.005)  # reading and decoding
        return torch.full((16,), float(index))


def my_loader(dataset, batch_size):
    for start in range(0, len(dataset), batch_size):
        yield torch.stack([dataset[index] for index in range(start, start + batch_size)])


def step(batch):
    time.sleep(0.05)  # computing on a GPU


def train():
    waiting = computing = 0.0
    left = time.perf_counter()
    for number, batch in enumerate(my_loader(Samples(), batch_size=8)):
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
