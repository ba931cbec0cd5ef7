"""ZeRO-2, and DeepSpeed alone has the gradients."""

import os

import deepspeed
import torch

model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 1))

config = {
    "train_micro_batch_size_per_gpu": 2,
    "optimizer": {"type": "AdamW", "params": {"torch_adam": True}},
    "zero_optimization": {"stage": 2},
}
engine, *_ = deepspeed.initialize(model=model, config=config)
for _ in range(2):
    loss = engine(torch.randn(2, 64, device=engine.device)).square().mean()
    engine.backward(loss)
    engine.step()
print(f"rank {engine.global_rank}: loss {loss.item():.4f}", flush=True)
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
