"""The same process sees one GPU, and the communicator of one rank is built."""

import ctypes
import os
import sys
from importlib.metadata import distribution

os.environ["NCCL_DEBUG"] = "WARN"
os.environ["CUDA_VISIBLE_DEVICES"] = "0"  # one GPU for this task


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
