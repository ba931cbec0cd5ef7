"""A configuration that was written for 8 GPUs is used with 2 ranks."""

import deepspeed
import torch
import torch.distributed as dist

config = {
    "train_batch_size": 32,
    "train_micro_batch_size_per_gpu": 2,
    "gradient_accumulation_steps": 2,
    "zero_optimization": {"stage": 2},
}
model = torch.nn.Linear(8, 8)
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(model.parameters()), config=config)

for _ in range(2):
    engine.backward(engine(torch.randn(2, 8, device=engine.device)).square().mean())
    engine.step()
print(f"rank {dist.get_rank()}: one optimizer step with {engine.train_batch_size()} samples of all ranks")
dist.destroy_process_group()
