"""The model is built in bf16 under zero.Init; a new head is put on afterwards, in torch's default fp32."""

import os

import deepspeed
import torch
import torch.distributed as dist

config = {"train_micro_batch_size_per_gpu": 2, "bf16": {"enabled": True}, "zero_optimization": {"stage": 3}}
deepspeed.init_distributed("gloo")
with deepspeed.zero.Init(config_dict_or_path=config):
    model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 8))
model.append(torch.nn.Linear(8, 1))

engine, *_ = deepspeed.initialize(model=model, config=config, optimizer=torch.optim.AdamW(model.parameters(), lr=1e-3))
loss = engine(torch.ones(2, 8, dtype=torch.bfloat16, device=engine.device)).float().mean()
engine.backward(loss)
engine.step()
print(f"rank {dist.get_rank()}: loss {loss.item():.4f} after {engine.global_steps} step", flush=True)
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
