"""The discriminator's step rewrites weights that the generator's loss still needs for its backward pass."""

import torch
from torch import nn

generator, discriminator = nn.Linear(4, 8), nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 1))
opt_g = torch.optim.SGD(generator.parameters(), lr=0.1)
opt_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)

for step in range(2):
    fake = generator(torch.randn(16, 4))
    loss_d = discriminator(fake.detach()).mean() - discriminator(torch.randn(16, 8)).mean()

    opt_d.zero_grad()
    loss_d.backward()
    opt_d.step()

    loss_g = -discriminator(fake).mean()
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()
    print(f"step {step}: loss of the generator {loss_g.item():.3f}", flush=True)
