"""Two ranks with 6 and 2 samples: is the averaged gradient that of all 8?"""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
torch.manual_seed(0)
x, y = torch.randn(8, 4), torch.randn(8, 1)
alone, model = torch.nn.Linear(4, 1), torch.nn.Linear(4, 1)
model.load_state_dict(alone.state_dict())
torch.nn.functional.mse_loss(alone(x), y).backward()

model = DistributedDataParallel(model)
mine = slice(0, 6) if dist.get_rank() == 0 else slice(6, 8)
n = torch.tensor(float(len(x[mine])))
dist.all_reduce(n)
torch.nn.functional.mse_loss(model(x[mine]), y[mine]).backward()
if dist.get_rank() == 0:
    difference = (model.module.weight.grad - alone.weight.grad).abs().max().item()
    print("MEASURED largest difference from one process =", difference)
dist.destroy_process_group()
