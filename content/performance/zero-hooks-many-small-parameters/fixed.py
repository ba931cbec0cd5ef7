"""A model of 2000 small parameters under DDP: its backward pass, compared with that of the model alone."""

import time

import torch
from torch.nn.parallel import DistributedDataParallel


class Scales(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scales = torch.nn.ParameterList(torch.ones(16) for _ in range(2000))

    def forward(self, x):
        for scale in self.scales:
            x = x * scale
        return x.square().mean()


def timed(backward, loss):
    start = time.perf_counter()
    backward(loss)
    return time.perf_counter() - start


torch.set_num_threads(1)
torch.distributed.init_process_group("gloo")
alone, model, x = Scales(), Scales(), torch.ones(4, 16)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-6)
engine = DistributedDataParallel(model)
times = []
for _ in range(30):
    bare = timed(torch.Tensor.backward, alone(x))
    alone.zero_grad()
    times.append((bare, timed(torch.Tensor.backward, engine(x))))
    optimizer.step()
    optimizer.zero_grad()
bare, wrapped = (min(column) for column in zip(*times, strict=True))
print(f"MEASURED backward pass over that of the model alone = {wrapped / bare:.2f}", flush=True)
torch.distributed.destroy_process_group()
