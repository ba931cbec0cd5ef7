"""The gradient arrives in another memory order than the parameter has; start with torchrun."""

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
        return gradient.t().contiguous().t()


class Net(nn.Linear):
    def forward(self, x):
        return nn.functional.linear(x, Transposed.apply(self.weight))


dist.init_process_group("gloo")
model = DistributedDataParallel(Net(3, 4, bias=False), gradient_as_bucket_view=False)
model(torch.ones(8, 3)).sum().backward()
dist.destroy_process_group()
