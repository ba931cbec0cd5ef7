"""A module that owns its tensor as a buffer: .to(device) moves it with the parameters."""

import torch

device = "cuda" if torch.cuda.is_available() else "meta"  # meta: a second device that every machine has


class Scaled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(8, 8)
        self.register_buffer("scale", torch.ones(8))

    def forward(self, x):
        return self.linear(x) * self.scale


model = Scaled().to(device)
output = model(torch.ones(4, 8, device=device))
print(f"output {tuple(output.shape)} on {output.device}, scale on {model.scale.device}")
