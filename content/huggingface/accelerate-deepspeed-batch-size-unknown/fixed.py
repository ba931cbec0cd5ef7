"""Model, optimizer and data loader are prepared in one call."""

import os

import torch
from accelerate import Accelerator, DeepSpeedPlugin

data = torch.utils.data.TensorDataset(torch.randn(8, 4))
loader = torch.utils.data.DataLoader(data, batch_size=2)
os.environ["ACCELERATE_USE_DEEPSPEED"] = "true"  # as accelerate launch does
accelerator = Accelerator(deepspeed_plugin=DeepSpeedPlugin(zero_stage=1, gradient_accumulation_steps=1))
model = torch.nn.Linear(4, 1)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
for (batch,) in loader:
    loss = model(batch).square().mean()
    accelerator.backward(loss)
    optimizer.step()
size = accelerator.state.deepspeed_plugin.deepspeed_config["train_micro_batch_size_per_gpu"]
print(f"micro-batch {size}, loss {loss.item():.4f}", flush=True)
torch.distributed.destroy_process_group()
