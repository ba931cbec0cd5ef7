"""A 4-bit layer is used before anything moved it to a device, so it was never quantised."""

import bitsandbytes as bnb
import torch

layer = bnb.nn.Linear4bit(64, 64, compute_dtype=torch.float32)
out = layer(torch.randn(4, 64))
print(f"output of shape {out.shape}, weight packed as {layer.weight.dtype}", flush=True)
