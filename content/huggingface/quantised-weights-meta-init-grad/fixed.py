"""An 8-bit weight is moved to the CPU as transformers 4.47 does it under FSDP and ZeRO-3."""

import bitsandbytes as bnb
import torch

weight = bnb.nn.Int8Params(torch.full((8, 8), 3, dtype=torch.int8), requires_grad=False)
moved = type(weight)(weight.data.to("cpu"), requires_grad=False, **weight.__dict__)
print(type(moved).__name__, moved.dtype, "sum", moved.sum().item(), "needs a gradient:", moved.requires_grad)
