"""Two halves of one tensor are sent to processes that are spawned, one of them in a memory of its own."""

import torch
import torch.multiprocessing as mp


def work(rank, train, test):
    print(f"process {rank} has {train.sum().item()} and {test.sum().item()}", flush=True)


if __name__ == "__main__":
    data = torch.arange(8.0)
    mp.spawn(work, args=(data[:6], data[6:].clone()), nprocs=2)
