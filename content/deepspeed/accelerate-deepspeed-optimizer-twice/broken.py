"""ds_config describes an optimizer, and the script passes another one."""

import torch
from accelerate import Accelerator
from accelerate.utils import DeepSpeedPlugin, InitProcessGroupKwargs

config = {
    "train_micro_batch_size_per_gpu": 2,
    "zero_optimization": {"stage": 0},
    "zero_force_ds_cpu_optimizer": False,
    "optimizer": {"type": "SGD", "params": {"lr": 0.1}},
}
accelerator = Accelerator(
    kwargs_handlers=[InitProcessGroupKwargs(backend="gloo")], deepspeed_plugin=DeepSpeedPlugin(hf_ds_config=config)
)
model = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = accelerator.prepare(model, optimizer)
loss = model(torch.randn(2, 4)).square().mean()
accelerator.backward(loss)
optimizer.step()
print(f"one step, loss {loss.item():.4f}")
accelerator.end_training()
