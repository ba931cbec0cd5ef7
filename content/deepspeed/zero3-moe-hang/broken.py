"""ZeRO-3 and a mixture of experts: from the fourth step on each rank's data choose another expert."""

import deepspeed
import torch
import torch.distributed as dist


class Experts(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.experts = torch.nn.ModuleList(torch.nn.Linear(64, 64) for _ in range(4))

    def forward(self, x, chosen):
        return torch.relu(self.experts[chosen](x))


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.moe, self.last = torch.nn.Linear(64, 64), Experts(), torch.nn.Linear(64, 1)

    def forward(self, x, chosen):
        return self.last(self.moe(torch.relu(self.first(x)), chosen))


zero = {"stage": 3, "stage3_param_persistence_threshold": 0}
config = {"train_micro_batch_size_per_gpu": 2, "zero_optimization": zero}
model = Model()
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(model.parameters()), config=config)

for step in range(8):
    chosen = 0 if step < 3 else (step + dist.get_rank()) % 4
    engine.backward(engine(torch.randn(2, 64, device=engine.device), chosen).square().mean())
    engine.step()
    print(f"rank {dist.get_rank()}: step {step}, expert {chosen}", flush=True)
dist.destroy_process_group()
