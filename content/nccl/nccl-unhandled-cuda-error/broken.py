"""A process that sees no GPU builds a communicator of one rank: the CUDA call that NCCL makes fails."""

import ctypes
import os
import sys
from importlib.metadata import distribution

os.environ["NCCL_DEBUG"] = "WARN"
os.environ["CUDA_VISIBLE_DEVICES"] = "-1"  # what a scheduler hands to a task that asked for no GPU


class UniqueId(ctypes.Structure):
    _fields_ = [("internal", ctypes.c_char * 128)]


nccl = ctypes.CDLL(str(distribution("nvidia-nccl-cu12").locate_file("nvidia/nccl/lib/libnccl.so.2")))
nccl.ncclGetErrorString.restype = ctypes.c_char_p
nccl.ncclCommInitRank.argtypes = [ctypes.POINTER(ctypes.c_void_p), ctypes.c_int, UniqueId, ctypes.c_int]

unique, communicator = UniqueId(), ctypes.c_void_p()
result = nccl.ncclGetUniqueId(ctypes.byref(unique))
result = result or nccl.ncclCommInitRank(ctypes.byref(communicator), 1, unique, 0)
print(f"ncclCommInitRank: {nccl.ncclGetErrorString(result).decode()}")
sys.exit(result)
