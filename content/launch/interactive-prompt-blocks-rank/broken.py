"""Rank 0 asks a question at a terminal where nobody types; start with torchrun."""

import os

import torch.distributed as dist

os.dup2(os.pipe()[0], 0)  # standard input: a terminal at which nobody types
dist.init_process_group("gloo")
if dist.get_rank() == 0:
    try:
        answer = input("Log this run? (y/n) ")
    except EOFError:
        answer = "n"
dist.barrier()
print(f"rank {dist.get_rank()} passed the barrier", flush=True)
dist.destroy_process_group()
