"""Rank 0 asks a question where no terminal is connected; start with torchrun."""

import os
import sys

import torch.distributed as dist

sys.stdin = open(os.devnull)  # as in: torchrun ... < /dev/null
dist.init_process_group("gloo")
if dist.get_rank() == 0:
    try:
        answer = input("Log this run? (y/n) ")
    except EOFError:
        answer = "n"
dist.barrier()
print(f"rank {dist.get_rank()} passed the barrier", flush=True)
dist.destroy_process_group()
