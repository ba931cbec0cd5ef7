"""A 4-bit layer is moved to its device, which quantises it, and then used."""

import bitsandbytes as bnb
import torch

layer = bnb.nn.Linear4bit(64, 64, compute_dtype=torch.float32).to("cpu")
out = layer(torch.randn(4, 64))
print(f"output of shape {out.shape}, weight packed as {layer.weight.dtype}", flush=True)
