"""A whole model in each process, prepared by a launcher that starts two processes."""

import torch
from accelerate import Accelerator

accelerator = Accelerator(cpu=not torch.cuda.is_available())
model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
model, optimizer = accelerator.prepare(model, optimizer)
accelerator.backward(model(torch.rand(2, 4)).mean())
optimizer.step()
print(f"process {accelerator.process_index} of {accelerator.num_processes} stepped", flush=True)
accelerator.end_training()
