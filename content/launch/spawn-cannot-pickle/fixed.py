"""mp.spawn is given a function that the child finds by its name."""

import torch
import torch.multiprocessing as mp


def work(index, processes):
    print(f"worker {index} of {processes}: {torch.ones(4).sum().item()}")


def main():
    mp.spawn(work, args=(2,), nprocs=2)


if __name__ == "__main__":
    main()
