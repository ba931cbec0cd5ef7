"""The random generator is put back for the recomputation, so the router chooses the same tokens."""

import torch
from torch.utils.checkpoint import checkpoint


class Experts(torch.nn.Module):
    """One expert, and a noisy router that decides which tokens it gets."""

    def __init__(self):
        super().__init__()
        self.router = torch.nn.Linear(8, 2)
        self.expert = torch.nn.Linear(8, 8)

    def forward(self, tokens):
        scores = self.router(tokens) + torch.randn(len(tokens), 2)
        chosen = scores.argmax(-1) == 0
        return tokens.index_put((chosen,), self.expert(tokens[chosen]))


torch.manual_seed(0)
layer = Experts()
hidden = checkpoint(layer, torch.randn(5000, 8), use_reentrant=False, preserve_rng_state=True)
hidden.square().mean().backward()
print(f"backward done, gradient norm {layer.expert.weight.grad.norm().item():.4f}", flush=True)
