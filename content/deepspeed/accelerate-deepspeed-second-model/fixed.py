"""Only the student, which is trained, goes through prepare, with DeepSpeed."""

import torch
from accelerate import Accelerator
from accelerate.utils import DeepSpeedPlugin, InitProcessGroupKwargs

config = {"train_micro_batch_size_per_gpu": 2, "zero_optimization": {"stage": 0}, "zero_force_ds_cpu_optimizer": False}
accelerator = Accelerator(
    kwargs_handlers=[InitProcessGroupKwargs(backend="gloo")], deepspeed_plugin=DeepSpeedPlugin(hf_ds_config=config)
)
student, teacher = torch.nn.Linear(4, 1), torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
student, optimizer = accelerator.prepare(student, optimizer)
x = torch.randn(2, 4)
loss = (student(x) - teacher(x).detach()).square().mean()
accelerator.backward(loss)
optimizer.step()
print(f"one step, loss {loss.item():.4f}")
accelerator.end_training()
