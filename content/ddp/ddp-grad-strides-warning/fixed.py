"""The gradient of a 1x1 layer arrives in the notation of its parameter; start with torchrun."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Rewritten(torch.autograd.Function):
    @staticmethod
    def forward(context, weight):
        return weight.clone()

    @staticmethod
    def backward(context, gradient):
        return gradient.contiguous().as_strided((4, 3, 1, 1), (3, 1, 1, 1))


class Net(nn.Conv2d):
    def forward(self, x):
        return nn.functional.conv2d(x, Rewritten.apply(self.weight))


dist.init_process_group("gloo")
model = DistributedDataParallel(Net(3, 4, kernel_size=1, bias=False))
model(torch.ones(8, 3, 2, 2)).sum().backward()
print(f"rank {dist.get_rank()}: gradient {model.module.weight.grad.sum().item()}, no warning", flush=True)
dist.destroy_process_group()
