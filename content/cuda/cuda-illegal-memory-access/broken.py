"""A kernel keeps its offset in 32 bits on a tensor of 3 * 2**30 elements, so that it points in front of the tensor."""

import torch

kernel = torch.cuda._compile_kernel(
    """extern "C" __global__ void fill(unsigned char* x) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        x[i] = 1;
    }""",
    "fill",
)
x = torch.zeros(3 * 2**30, dtype=torch.uint8, device="cuda")
kernel(grid=(x.numel() // 1024, 1, 1), block=(1024, 1, 1), args=[x])
torch.cuda.synchronize()
print("last element:", x[-1].item())
