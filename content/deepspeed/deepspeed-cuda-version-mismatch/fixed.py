"""DeepSpeed prepares a CUDA extension, as pip does with DS_BUILD_FUSED_ADAM=1, with the nvcc of torch's CUDA."""

import os

import torch

TOOLKIT = f"toolkit-{torch.version.cuda}"  # the nvcc of the CUDA that torch was built with
os.environ["CUDA_HOME"] = os.path.abspath(f"{TOOLKIT}/nvidia/cu13")

from deepspeed.ops.op_builder.fused_adam import FusedAdamBuilder  # noqa: E402 - torch reads CUDA_HOME once, at import

extension = FusedAdamBuilder().builder()
print(f"torch is built with CUDA {torch.version.cuda}; ready to compile {extension.name} with {TOOLKIT}")
