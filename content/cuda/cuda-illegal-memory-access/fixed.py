"""The offset has 64 bits, and every element of the tensor is filled."""

import torch

kernel = torch.cuda._compile_kernel(
    """extern "C" __global__ void fill(unsigned char* x) {
        long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
        x[i] = 1;
    }""",
    "fill",
)
x = torch.zeros(3 * 2**30, dtype=torch.uint8, device="cuda")
kernel(grid=(x.numel() // 1024, 1, 1), block=(1024, 1, 1), args=[x])
torch.cuda.synchronize()
print("last element:", x[-1].item())
