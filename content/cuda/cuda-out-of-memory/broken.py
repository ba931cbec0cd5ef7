"""A training step over 64 sequences at once, on a card of which this process may use 1 GiB."""

import torch
from torch import nn

MICRO_BATCH = 64

total = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(2**30 / total, 0)

torch.manual_seed(0)
layers = [layer for _ in range(8) for layer in (nn.Linear(1024, 1024), nn.GELU())]
model = nn.Sequential(*layers).cuda()
optimizer = torch.optim.AdamW(model.parameters())
batch = torch.randn(64, 512, 1024)  # each activation of the whole batch is 128 MiB, and 16 are kept for backward

for part in batch.split(MICRO_BATCH):  # gradients of the parts add up to those of the whole batch
    loss = model(part.cuda()).square().mean() * len(part) / len(batch)
    loss.backward()
optimizer.step()
print(f"peak {torch.cuda.max_memory_allocated() / 2**20:.0f} MiB")
