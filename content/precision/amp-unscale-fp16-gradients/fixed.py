"""One fp16 training step with a loss scaler; the trained weights are fp32."""

import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
model = torch.nn.Linear(16, 1, device=device, dtype=torch.float32)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
scaler = torch.amp.GradScaler(device)

with torch.autocast(device, dtype=torch.float16):
    loss = model(torch.rand(8, 16, device=device)).float().square().mean()
scaler.scale(loss).backward()
scaler.unscale_(optimizer)  # before clipping; step() would do it as well
torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
scaler.step(optimizer)
scaler.update()
print("stepped, weights are", {p.dtype for p in model.parameters()})
