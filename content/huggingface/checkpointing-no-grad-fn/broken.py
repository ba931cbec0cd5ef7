"""Re-entrant gradient checkpointing of a trainable block behind a frozen embedding, as with LoRA."""

import torch
from torch.utils.checkpoint import checkpoint

embedding = torch.nn.Embedding(100, 16).requires_grad_(False)
block = torch.nn.Linear(16, 16)  # stands for the adapters inside a transformer block
head = torch.nn.Linear(16, 100).requires_grad_(False)

tokens = torch.randint(0, 100, (2, 8))
hidden = embedding(tokens)
hidden = checkpoint(block, hidden, use_reentrant=True)
loss = torch.nn.functional.cross_entropy(head(hidden).flatten(0, 1), tokens.flatten())
loss.backward()
print("gradient of the block", block.weight.grad.norm().item())
