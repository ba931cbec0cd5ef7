"""A bf16 model and a head that was added afterwards, in the same type; training without autocast."""

import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
body = torch.nn.Linear(16, 16, device=device, dtype=torch.bfloat16)
head = torch.nn.Linear(16, 1, device=device, dtype=body.weight.dtype)

hidden = body(torch.rand(8, 16, device=device, dtype=torch.bfloat16))
loss = head(hidden).float().square().mean()
loss.backward()
print("trained one step, head is", head.weight.dtype)
