"""Something is registered in the parent only, below the main guard."""

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def register():
    dist.Backend.register_backend("mine", lambda *arguments: None)


def work(rank, known):
    known[rank] = int("mine" in dist.Backend.backend_list)


if __name__ == "__main__":
    register()
    known = torch.zeros(2).share_memory_()
    mp.spawn(work, args=(known,), nprocs=2)
    print("MEASURED ranks that know the registration =", int(known.sum()))
