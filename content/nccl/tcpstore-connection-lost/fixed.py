"""Rank 0 hosts the store and waits in a barrier until rank 1 has finished with it."""

import os
import time

import torch.distributed as dist
import torch.multiprocessing as mp


def run(rank):
    store = dist.TCPStore("127.0.0.1", int(os.environ["PORT"]), world_size=2, is_master=rank == 0)
    dist.init_process_group("gloo", store=store, rank=rank, world_size=2)

    if rank == 1:
        time.sleep(5)  # more to evaluate than rank 0 has
        print("evaluated", store.add("evaluated", 1), flush=True)

    dist.barrier()  # nobody leaves before all are done
    dist.destroy_process_group()


if __name__ == "__main__":
    mp.spawn(run, nprocs=2)
