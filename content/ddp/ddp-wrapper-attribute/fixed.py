"""A method of the model is taken from inside the DDP wrapper; start with torchrun."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Net(nn.Linear):
    @property
    def dtype(self):
        return self.weight.dtype


dist.init_process_group("gloo")
model = DistributedDataParallel(Net(4, 2))
model(torch.randn(8, 4)).sum().backward()
print(f"rank {dist.get_rank()}: the model holds {model.module.dtype}", flush=True)
dist.destroy_process_group()
