"""The model is prepared together with its data loader, which tells the micro-batch size."""

import torch
from accelerate import Accelerator
from accelerate.utils import DeepSpeedPlugin, InitProcessGroupKwargs

accelerator = Accelerator(
    kwargs_handlers=[InitProcessGroupKwargs(backend="gloo")], deepspeed_plugin=DeepSpeedPlugin(zero_stage=0)
)
model = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = torch.utils.data.DataLoader(torch.randn(8, 4), batch_size=2)
model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
loss = model(next(iter(loader))).square().mean()
accelerator.backward(loss)
optimizer.step()
print(f"one step, loss {loss.item():.4f}")
accelerator.end_training()
