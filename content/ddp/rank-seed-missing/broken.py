"""The seed is set in the parent, and the spawned ranks start with seeds of their own."""

import torch
import torch.multiprocessing as mp


def worker(rank, drawn):
    drawn[rank] = torch.rand(())


if __name__ == "__main__":
    starts = []
    for _ in range(2):
        torch.manual_seed(7)
        drawn = torch.zeros(2).share_memory_()
        mp.spawn(worker, args=(drawn,), nprocs=2)
        print("ranks drew", drawn.tolist(), flush=True)
        starts.append(drawn)
    print(f"MEASURED ranks that drew another number in the second start = {(starts[0] != starts[1]).sum().item()}")
