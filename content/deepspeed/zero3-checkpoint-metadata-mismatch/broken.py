"""ZeRO-3, a block with a frozen norm as LoRA leaves it, and non-reentrant activation checkpointing."""

import os

import deepspeed
import torch
import torch.distributed as dist
from torch.utils.checkpoint import checkpoint

config = {
    "train_micro_batch_size_per_gpu": 2,
    "zero_optimization": {"stage": 3, "stage3_param_persistence_threshold": 0},  # 0: shard even these small tensors
}


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(64).requires_grad_(False)
        self.adapter = torch.nn.Linear(64, 64)

    def forward(self, x):
        return x + self.adapter(self.norm(x))


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.ModuleList(Block() for _ in range(2))

    def forward(self, x):
        for block in self.blocks:
            x = checkpoint(block, x, use_reentrant=False)
        return x.square().mean()


model = Model()
trainable = [p for p in model.parameters() if p.requires_grad]
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(trainable), config=config)
for step in range(3):
    loss = engine(torch.randn(2, 64, device=engine.device, requires_grad=True))
    engine.backward(loss)
    engine.step()
    print(f"rank {dist.get_rank()}, step {step}: loss {loss.item():.3f}", flush=True)
dist.destroy_process_group()
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
