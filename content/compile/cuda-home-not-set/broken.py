"""A CUDA extension is prepared, as the setup.py of flash-attn does, in a shell that knows of no toolkit."""

import os

os.environ.pop("CUDA_HOME", None)

import torch  # noqa: E402 - torch reads CUDA_HOME once, when its cpp_extension is imported
from torch.utils.cpp_extension import CUDAExtension  # noqa: E402

extension = CUDAExtension("kernel", ["kernel.cu"])
print(f"torch is built with CUDA {torch.version.cuda}; headers in {extension.include_dirs[-1]}")
