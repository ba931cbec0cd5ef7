"""Four micro-batches for each optimizer step under ZeRO-2, the first three inside no_sync() as one does it with DDP."""

import contextlib
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

for micro_batch in range(8):
    loss = engine(torch.randn(2, 8, device=engine.device)).square().mean()
    last = micro_batch % 4 == 3
    with contextlib.nullcontext() if last else engine.no_sync():
        engine.backward(loss)
    if last:
        engine.step()

assert engine.global_steps == 2, engine.global_steps
print(f"rank {dist.get_rank()}: {engine.global_steps} optimizer steps", flush=True)
dist.destroy_process_group()
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
