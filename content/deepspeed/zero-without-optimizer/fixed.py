"""A model for evaluation is given to DeepSpeed without an optimizer and, therefore, without ZeRO-2."""

import os

import deepspeed
import torch
import torch.distributed as dist

config = {"train_micro_batch_size_per_gpu": 2, "zero_optimization": {"stage": 0}}
model = torch.nn.Linear(8, 1)
engine, *_ = deepspeed.initialize(model=model, config=config)

with torch.no_grad():
    score = engine(torch.ones(2, 8, device=engine.device)).mean().item()
print(f"rank {dist.get_rank()}: score {score:.4f}", flush=True)
dist.destroy_process_group()
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
