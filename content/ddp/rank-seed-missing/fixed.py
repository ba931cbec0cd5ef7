"""Every rank sets its own seed, which depends on the rank."""

import torch
import torch.multiprocessing as mp


def worker(rank, drawn):
    torch.manual_seed(7 + rank)
    drawn[rank] = torch.rand(())


if __name__ == "__main__":
    starts = []
    for _ in range(2):
        drawn = torch.zeros(2).share_memory_()
        mp.spawn(worker, args=(drawn,), nprocs=2)
        print("ranks drew", drawn.tolist(), flush=True)
        starts.append(drawn)
    print(f"MEASURED ranks that drew another number in the second start = {(starts[0] != starts[1]).sum().item()}")
