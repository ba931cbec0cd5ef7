"""The gradient arrives in the memory order of the parameter; start with torchrun."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Transposed(torch.autograd.Function):
    @staticmethod
    def forward(context, weight):
        return weight.clone()

    @staticmethod
    def backward(context, gradient):
        return gradient.contiguous()


class Net(nn.Linear):
    def forward(self, x):
        return nn.functional.linear(x, Transposed.apply(self.weight))


dist.init_process_group("gloo")
model = DistributedDataParallel(Net(3, 4, bias=False), gradient_as_bucket_view=False)
model(torch.ones(8, 3)).sum().backward()
print(f"rank {dist.get_rank()}: gradient strides {model.module.weight.grad.stride()}", flush=True)
dist.destroy_process_group()
