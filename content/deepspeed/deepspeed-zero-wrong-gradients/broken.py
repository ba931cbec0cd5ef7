"""The gradient norm of ZeRO-2 over four micro-batches, against torch alone."""

import copy

import deepspeed
import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(16, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
alone = copy.deepcopy(model)
micro_batches = [torch.randn(4, 16) for _ in range(4)]
config = {
    "train_micro_batch_size_per_gpu": 4,
    "gradient_accumulation_steps": 4,
    "zero_optimization": {"stage": 2},
}
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(model.parameters()), config=config)
for batch in micro_batches:
    engine.backward(engine(batch).mean())
    engine.step()
    (alone(batch).mean() / 4).backward()

true = torch.linalg.vector_norm(torch.stack([p.grad.norm() for p in alone.parameters()])).item()
print(f"DeepSpeed {deepspeed.__version__}: {engine.global_steps} step")
print(f"MEASURED share of the true gradient norm = {float(engine.get_global_grad_norm()) / true:.3f}", flush=True)
torch.distributed.destroy_process_group()
