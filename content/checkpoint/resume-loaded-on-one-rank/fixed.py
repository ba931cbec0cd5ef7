"""A resume after DDP was built: which ranks have the checkpoint's weights and step?"""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
torch.manual_seed(0)
saved = {"model": torch.nn.Linear(4, 1).state_dict(), "step": 8000}

model, step = DistributedDataParallel(torch.nn.Linear(4, 1)), 0
model.module.load_state_dict(saved["model"])
step = saved["step"]
steps = torch.tensor(step)
dist.all_reduce(steps)
print("rank", dist.get_rank(), "goes on at step", steps.item() // dist.get_world_size())

weights = [torch.empty_like(model.module.weight) for _ in range(dist.get_world_size())]
dist.all_gather(weights, model.module.weight.detach())
if dist.get_rank() == 0:
    print("MEASURED largest difference of weights between the ranks =", (weights[0] - weights[1]).abs().max().item())
dist.destroy_process_group()
