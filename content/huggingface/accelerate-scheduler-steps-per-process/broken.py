"""A linear schedule for 100 optimizer steps, prepared by Accelerate on two processes."""

import torch
from accelerate import Accelerator

accelerator = Accelerator(cpu=True)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: max(0.0, 1 - step / 100))
model, optimizer, schedule = accelerator.prepare(model, optimizer, schedule)
for _ in range(50):
    accelerator.backward(model(torch.randn(4, 2)).square().mean() * 1e-6)
    optimizer.step()
    schedule.step()
    optimizer.zero_grad()
accelerator.print(f"MEASURED learning rate after half of the steps = {schedule.get_last_lr()[0]:.3f}", flush=True)
accelerator.end_training()
