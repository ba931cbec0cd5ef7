"""pip install torch's nvidia-nccl-cu12==2.18.1 alone, on every node: the file is the one that pip lists."""

import ctypes
import os
from importlib.metadata import distributions
from pathlib import Path

site = Path(os.environ["PYTHONPATH"])  # the folder into which pip has installed
library = site / "nvidia/nccl/lib/libnccl.so.2"
number = ctypes.c_int()
ctypes.CDLL(str(library)).ncclGetVersion(ctypes.byref(number))
loaded = f"{number.value // 10000}.{number.value // 100 % 100}.{number.value % 100}"
print("this process has loaded NCCL", loaded)

wrong = 0
for package in distributions(path=[str(site)]):
    if package.name.startswith("nvidia-nccl"):
        print("pip list:", package.name, package.version)
        wrong += package.version != loaded
print(f"MEASURED packages that name another NCCL = {wrong}")
