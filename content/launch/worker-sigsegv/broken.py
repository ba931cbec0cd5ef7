"""Rank 1 calls a C function without saying what it returns: ctypes cuts the pointer to 32 bits."""

import ctypes

import torch.distributed as dist

libc = ctypes.CDLL(None)
libc.strlen.argtypes = [ctypes.c_void_p]

dist.init_process_group("gloo")
if dist.get_rank() == 1:
    copy = libc.strdup(b"a batch of tokens")
    print("length", libc.strlen(copy), flush=True)
dist.barrier()
dist.destroy_process_group()
