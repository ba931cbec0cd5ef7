"""LoRA on a frozen base model under ZeRO-2: how much of the model each rank keeps between steps."""

import os

import deepspeed
import torch
import torch.distributed as dist

model = torch.nn.Sequential(
    torch.nn.Linear(1024, 1024).requires_grad_(False),  # the base model
    torch.nn.Linear(1024, 8, bias=False),  # the adapter: down to rank 8 ...
    torch.nn.Linear(8, 1024, bias=False),  # ... and up again
)
total = sum(p.numel() for p in model.parameters())
config = {
    "train_micro_batch_size_per_gpu": 2,
    "optimizer": {"type": "AdamW", "params": {"torch_adam": True}},
    "zero_optimization": {"stage": 2},
}
engine, *_ = deepspeed.initialize(model=model, config=config)

for _ in range(3):
    loss = engine(torch.randn(2, 1024, device=engine.device)).square().mean()
    engine.backward(loss)
    engine.step()

# A parameter is here as a whole, or under stage 3 as this rank's part of it.
here = sum(p.numel() + getattr(p, "ds_tensor", torch.empty(0)).numel() for p in engine.module.parameters())
if dist.get_rank() == 0:
    print(f"MEASURED share of the parameters on rank 0 of {dist.get_world_size()} = {here / total:.3f}", flush=True)
dist.destroy_process_group()
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
