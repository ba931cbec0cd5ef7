"""The same model, trained in bf16: its range is that of fp32, and DeepSpeed scales no loss."""

import deepspeed
import torch
import torch.distributed as dist
from deepspeed.runtime.fp16.loss_scaler import CreateLossScaler
from deepspeed.runtime.utils import has_inf_or_nan

DTYPE = torch.bfloat16
# DeepSpeed's defaults: initial_scale_power 16, hysteresis 2, loss_scale_window 1000, min_loss_scale 1.
DEFAULTS = {
    "init_scale": 2**16,
    "delayed_shift": 2,
    "scale_window": 1000,
    "min_scale": 1,
    "consecutive_hysteresis": False,
}

deepspeed.init_distributed()
deepspeed.utils.set_log_level_from_string("info")  # since 0.17.6 the OVERFLOW! lines are hidden otherwise
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.LayerNorm(64), torch.nn.Linear(64, 4))
model[0].weight.data *= 400_000
model.to(DTYPE)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = CreateLossScaler(DTYPE, static_loss_scale=1, dynamic_scaling=True, dynamic_loss_args=DEFAULTS)

inputs, labels = torch.randn(32, 64, dtype=DTYPE), torch.randint(4, (32,))
for step in range(1, 41):
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(inputs).float(), labels)
    scaler.backward(loss)
    overflow = any(has_inf_or_nan(p.grad) for p in model.parameters())
    print(f"step {step}: loss {loss.item():.3f}, scale {scaler.loss_scale:g}")
    scaler.update_scale(overflow)
    if not overflow:
        for p in model.parameters():
            p.grad /= scaler.loss_scale
        optimizer.step()

assert not overflow and loss < 1
dist.destroy_process_group()
