"""NCCL is asked for by name where this process sees no GPU."""

import os

os.environ["CUDA_VISIBLE_DEVICES"] = ""  # what a job script, a container or a scheduler can do to a process

import torch
import torch.distributed as dist

backend = "nccl"
dist.init_process_group(backend, store=dist.HashStore(), rank=0, world_size=1)
print("backend:", dist.get_backend())
dist.destroy_process_group()
