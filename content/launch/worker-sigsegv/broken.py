"""Rank 1 hands a tensor's address to a C function as a plain int: ctypes cuts it to 32 bits."""

import ctypes

import torch
import torch.distributed as dist

libc = ctypes.CDLL(None)

dist.init_process_group("gloo")
if dist.get_rank() == 1:
    tokens = torch.tensor(list(b"a batch of tokens\0"), dtype=torch.uint8)
    print("length", libc.strlen(tokens.data_ptr()), flush=True)
dist.barrier()
dist.destroy_process_group()
