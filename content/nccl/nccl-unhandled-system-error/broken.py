"""A dataset's files use up the limit of open files; libnccl's next system call is refused. No GPU is needed for that."""

import ctypes
import os
import resource
import sys
from importlib.metadata import distribution

os.environ["NCCL_DEBUG"] = "WARN"
nccl = ctypes.CDLL(str(distribution("nvidia-nccl-cu12").locate_file("nvidia/nccl/lib/libnccl.so.2")))
nccl.ncclGetErrorString.restype = ctypes.c_char_p

limit = 256  # ulimit -n, soft and hard, as a service or container gave it
resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
shards = [open(os.devnull) for _ in range(257 - len(os.listdir("/proc/self/fd")))]  # a dataset of many files

result = nccl.ncclGetUniqueId(ctypes.create_string_buffer(128))  # the first call that torch makes on rank 0
print(f"{len(shards)} files open, ncclGetUniqueId: {nccl.ncclGetErrorString(result).decode()}")
sys.exit(result)
