"""The optimizer is offloaded to the CPU, and the compiler is the one of this node."""

import deepspeed
import torch

deepspeed.init_distributed()

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
