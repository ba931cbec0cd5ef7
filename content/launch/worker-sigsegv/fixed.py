"""Rank 1 says that the C function takes a pointer, so nothing is cut off."""

import ctypes

import torch
import torch.distributed as dist

libc = ctypes.CDLL(None)
libc.strlen.argtypes = [ctypes.c_void_p]

dist.init_process_group("gloo")
if dist.get_rank() == 1:
    tokens = torch.tensor(list(b"a batch of tokens\0"), dtype=torch.uint8)
    print("length", libc.strlen(tokens.data_ptr()), flush=True)
dist.barrier()
dist.destroy_process_group()
