"""Four micro-batches for each optimizer step under ZeRO-2, which DeepSpeed counts by itself."""

import os

import deepspeed
import torch
import torch.distributed as dist

config = {
    "train_micro_batch_size_per_gpu": 2,
    "gradient_accumulation_steps": 4,
    "zero_optimization": {"stage": 2},
}
model = torch.nn.Linear(8, 8)
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(model.parameters()), config=config)

for _ in range(8):
    loss = engine(torch.randn(2, 8, device=engine.device)).square().mean()
    engine.backward(loss)
    engine.step()  # updates the weights only on every fourth call

assert engine.global_steps == 2, engine.global_steps
print(f"rank {dist.get_rank()}: {engine.global_steps} optimizer steps", flush=True)
dist.destroy_process_group()
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
