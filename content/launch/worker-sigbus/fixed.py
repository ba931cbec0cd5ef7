"""Rank 0 writes the new features beside the mapped file and replaces it at the end; start with torchrun."""

import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
features = torch.ones(2**24)
target = "features.bin.tmp"
if rank == 0:
    features.numpy().tofile("features.bin")
dist.barrier()
mapped = torch.from_file("features.bin", shared=True, size=2**24) if rank == 1 else features
dist.barrier()
if rank == 0:
    file = open(target, "wb")
dist.barrier()
print(f"rank {rank}: sum {mapped.sum().item():g}", flush=True)
dist.barrier()
if rank == 0:
    features.numpy().tofile(file)
    file.close()
    os.replace(target, "features.bin")
dist.destroy_process_group()
