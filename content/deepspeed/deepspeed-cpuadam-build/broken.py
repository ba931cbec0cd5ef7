"""The optimizer is offloaded to the CPU, and CXX names a compiler that is not installed on this node."""

import os

import deepspeed
import torch

deepspeed.init_distributed()
os.environ["CXX"] = "/opt/gcc-9/bin/g++"

config = {
    "train_micro_batch_size_per_gpu": 2,
    "optimizer": {"type": "AdamW", "params": {"lr": 1e-3}},
    "zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}},
}
model = torch.nn.Linear(8, 8)
engine, optimizer, *_ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=config)

engine.backward(engine(torch.randn(2, 8, device=engine.device)).square().mean())
engine.step()
print(f"one step with {type(engine.basic_optimizer).__name__}")
torch.distributed.destroy_process_group()
