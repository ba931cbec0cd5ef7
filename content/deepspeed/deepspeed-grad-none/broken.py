"""A model that trains under ZeRO-2, and a loop that looks for its gradients in param.grad."""

import deepspeed
import torch
import torch.distributed as dist

config = {"train_micro_batch_size_per_gpu": 2, "zero_optimization": {"stage": 2}}
model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 1))
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(model.parameters()), config=config)
before = engine.module[0].weight.detach().clone()

for _ in range(3):
    loss = engine(torch.randn(2, 8, device=engine.device)).square().mean()
    engine.backward(loss)
    gradients = [p.grad for p in engine.module.parameters()]
    engine.step()

assert not torch.equal(engine.module[0].weight, before), "the model does not train"
if dist.get_rank() == 0:
    print(f"MEASURED parameters of 4 whose gradient the loop sees = {sum(g is not None for g in gradients)}")
dist.destroy_process_group()
