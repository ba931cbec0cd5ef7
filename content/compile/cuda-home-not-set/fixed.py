"""A CUDA extension is prepared, as the setup.py of flash-attn does, with the toolkit of this torch."""

import os

os.environ["CUDA_HOME"] = os.path.abspath("toolkit/nvidia/cu13")  # nvcc 13.0 beside a torch built with CUDA 13.0

import torch  # noqa: E402 - torch reads CUDA_HOME once, when its cpp_extension is imported
from torch.utils.cpp_extension import CUDAExtension  # noqa: E402

extension = CUDAExtension("kernel", ["kernel.cu"])
print(f"torch is built with CUDA {torch.version.cuda}; headers in {extension.include_dirs[-1]}")
