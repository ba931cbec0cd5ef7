"""ZeRO-2, and a layer that is used twice in a forward pass under non-re-entrant checkpointing."""

import deepspeed
import torch
import torch.distributed as dist
from torch.utils.checkpoint import checkpoint


class Shared(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.head = torch.nn.Linear(8, 8), torch.nn.Linear(8, 1)

    def forward(self, x):
        for _ in range(2):
            x = torch.relu(checkpoint(self.layer, x, use_reentrant=False))
        return self.head(x)


config = {"train_micro_batch_size_per_gpu": 2, "zero_optimization": {"stage": 2}}
model = Shared()
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(model.parameters()), config=config)

for _ in range(2):
    x = torch.randn(2, 8, device=engine.device, requires_grad=True)
    engine.backward(engine(x).square().mean())
    engine.step()
print(f"rank {dist.get_rank()}: two steps with DeepSpeed {deepspeed.__version__}")
dist.destroy_process_group()
