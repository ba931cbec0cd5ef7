"""Plain SGD under ZeRO-1: an optimizer that is not in DeepSpeed's list."""

import os

import deepspeed
import torch
import torch.distributed as dist

config = {"train_micro_batch_size_per_gpu": 2, "zero_optimization": {"stage": 1}}
model = torch.nn.Linear(8, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
engine, *_ = deepspeed.initialize(model=model, optimizer=optimizer, config=config)

loss = engine(torch.ones(2, 8, device=engine.device)).square().mean()
engine.backward(loss)
engine.step()
print(f"rank {dist.get_rank()}: loss {loss.item():.4f}", flush=True)
dist.destroy_process_group()
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
