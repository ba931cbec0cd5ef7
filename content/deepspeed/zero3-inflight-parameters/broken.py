"""ZeRO-3 has learnt that a layer always runs; from the fifth step on it is skipped on all ranks."""

import deepspeed
import torch
import torch.distributed as dist


class Adapted(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.adapter, self.last = (torch.nn.Linear(64, 64) for _ in range(3))

    def forward(self, x, use_adapter):
        x = torch.relu(self.first(x))
        if use_adapter:
            x = torch.relu(self.adapter(x))
        return self.last(x)


zero = {"stage": 3, "stage3_param_persistence_threshold": 0}
config = {"train_micro_batch_size_per_gpu": 2, "zero_optimization": zero}
model = Adapted()
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(model.parameters()), config=config)

for step in range(8):
    loss = engine(torch.randn(2, 64, device=engine.device), use_adapter=step < 4).square().mean()
    engine.backward(loss)
    engine.step()
print(f"rank {dist.get_rank()}: eight steps with DeepSpeed {deepspeed.__version__}")
dist.destroy_process_group()
