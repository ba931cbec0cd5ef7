"""ZeRO-2 with the optimizer's states on the CPU, and torch's AdamW from the script."""

import deepspeed
import torch

zero = {"stage": 2, "offload_optimizer": {"device": "cpu"}}
config = {"train_micro_batch_size_per_gpu": 2, "zero_optimization": zero}
model = torch.nn.Linear(8, 8)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
engine, *_ = deepspeed.initialize(model=model, optimizer=optimizer, config=config)
loss = engine(torch.randn(2, 8, device=engine.device)).square().mean()
engine.backward(loss)
engine.step()
print(f"step {engine.global_steps}: loss {loss.item():.4f}", flush=True)
torch.distributed.destroy_process_group()
