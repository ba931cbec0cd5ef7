"""Rank 1 frees an address in the middle of a block of the C library's heap; start with torchrun."""

import ctypes

import torch
import torch.distributed as dist

libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
libc.strlen.argtypes = libc.free.argtypes = [ctypes.c_void_p]

dist.init_process_group("gloo")
if dist.get_rank() == 1:
    tokens = torch.tensor(list(b"a batch of tokens\0"), dtype=torch.uint8)
    block = libc.malloc(len(tokens))
    ctypes.memmove(block, tokens.data_ptr(), len(tokens))
    word = block + 2
    length = libc.strlen(word)
    libc.free(word)
    print("length", length, flush=True)
dist.barrier()
dist.destroy_process_group()
