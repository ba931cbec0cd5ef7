"""Accumulation over four micro-batches, which DeepSpeed counts by itself."""

import deepspeed
import torch
import torch.distributed as dist

ACCUMULATION = 4
config = {
    "train_micro_batch_size_per_gpu": 2,
    "gradient_accumulation_steps": ACCUMULATION,
    "zero_optimization": {"stage": 2},
}
model = torch.nn.Linear(8, 8)
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(model.parameters()), config=config)

for _ in range(16):
    loss = engine(torch.randn(2, 8, device=engine.device)).square().mean()
    engine.backward(loss)
    engine.step()

print(f"MEASURED optimizer steps after 16 micro-batches = {engine.global_steps}")
dist.destroy_process_group()
