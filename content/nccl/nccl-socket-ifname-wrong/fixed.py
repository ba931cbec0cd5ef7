"""NCCL_SOCKET_IFNAME is not set, and libnccl takes a card that this node has; no GPU is needed."""

import ctypes
import os
import sys
from importlib.metadata import distribution

os.environ["NCCL_DEBUG"] = "INFO"
os.environ.pop("NCCL_SOCKET_IFNAME", None)  # whatever a tutorial, .bashrc or a launcher put there

nccl = ctypes.CDLL(str(distribution("nvidia-nccl-cu12").locate_file("nvidia/nccl/lib/libnccl.so.2")))
nccl.ncclGetErrorString.restype = ctypes.c_char_p
result = nccl.ncclGetUniqueId(ctypes.create_string_buffer(128))  # the first call that torch makes on rank 0
print(f"ncclGetUniqueId: {nccl.ncclGetErrorString(result).decode()}")
sys.exit(result)
