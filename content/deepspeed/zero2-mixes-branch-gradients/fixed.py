"""ZeRO-2 and two experts: every rank runs both, in the same order; what was not chosen counts zero."""

import copy

import deepspeed
import torch
import torch.distributed as dist


class Experts(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.experts = torch.nn.ModuleList(torch.nn.Linear(4, 1, bias=False) for _ in range(2))

    def forward(self, x, chosen):
        return sum(expert(x) * (number == chosen) for number, expert in enumerate(self.experts))


torch.manual_seed(0)
deepspeed.init_distributed("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
model = Experts()
alone = copy.deepcopy(model)
before = torch.cat([p.detach().flatten().clone() for p in model.parameters()])
x = torch.full((1, 4), 1.0 + rank)

# What torch alone gives: the average of all ranks' gradients.
alone(x, rank).sum().backward()
true = torch.cat([torch.zeros_like(p).flatten() if p.grad is None else p.grad.flatten() for p in alone.parameters()])
dist.all_reduce(true)
true /= world

config = {
    "train_micro_batch_size_per_gpu": 1,
    "zero_optimization": {"stage": 2},
    "zero_allow_untested_optimizer": True,
    "gradient_clipping": 0.0,
}
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.SGD(model.parameters(), lr=1.0), config=config)
engine.backward(engine(x.to(engine.device), rank).sum())
engine.step()
used = before - torch.cat([p.detach().float().cpu().flatten() for p in model.parameters()])
if rank == 0:
    print(f"true {true.tolist()}, used {used.tolist()}")
    print(f"MEASURED largest difference from the average of all ranks = {float((used - true).abs().max()):.5f}", flush=True)
dist.destroy_process_group()
