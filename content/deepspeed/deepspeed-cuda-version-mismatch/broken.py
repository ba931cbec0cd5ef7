"""DeepSpeed prepares a CUDA extension, as pip does with DS_BUILD_FUSED_ADAM=1, with a newer nvcc than torch's CUDA."""

import os

import torch

TOOLKIT = "toolkit-13.1"  # nvcc 13.1 beside a torch built with CUDA 13.0
os.environ["CUDA_HOME"] = os.path.abspath(f"{TOOLKIT}/nvidia/cu13")

from deepspeed.ops.op_builder.fused_adam import FusedAdamBuilder  # noqa: E402 - torch reads CUDA_HOME once, at import

extension = FusedAdamBuilder().builder()
print(f"torch is built with CUDA {torch.version.cuda}; ready to compile {extension.name} with {TOOLKIT}")
