"""mp.spawn is given a function that only exists inside another one."""

import torch
import torch.multiprocessing as mp


def main():
    def work(index, processes):
        print(f"worker {index} of {processes}: {torch.ones(4).sum().item()}")

    mp.spawn(work, args=(2,), nprocs=2)


if __name__ == "__main__":
    main()
