"""A kernel keeps its offset in 32 bits on a tensor of 3 * 2**30 elements, so that it points in front of the tensor."""

import torch
import triton
import triton.language as tl


@triton.jit
def fill(x, block: tl.constexpr):
    offsets = tl.program_id(0) * block + tl.arange(0, block)
    tl.store(x + offsets, 1)


x = torch.zeros(3 * 2**30, dtype=torch.uint8, device="cuda")
fill[(x.numel() // 1024,)](x, 1024)
torch.cuda.synchronize()
print("last element:", x[-1].item())
