"""A frozen teacher is wrapped in DDP like the student, although there is no gradient to average."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
student = DistributedDataParallel(nn.Linear(8, 4))
teacher = nn.Linear(8, 4).requires_grad_(False).eval()
teacher = DistributedDataParallel(teacher)

x = torch.randn(16, 8)
loss = nn.functional.mse_loss(student(x), teacher(x))
loss.backward()
print(f"rank {dist.get_rank()}: loss {loss.item():.3f}", flush=True)
dist.destroy_process_group()
