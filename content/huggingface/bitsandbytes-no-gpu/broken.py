"""One step of a paged 8-bit optimizer in a process without a GPU, with bitsandbytes 0.43.3."""

import os

os.environ["CUDA_VISIBLE_DEVICES"] = ""  # as on a node that lost its driver

import bitsandbytes as bnb
import torch

torch.manual_seed(0)
model = torch.nn.Linear(512, 512)
before = model.weight.detach().clone()
optimizer = bnb.optim.PagedAdamW8bit(model.parameters())
model(torch.randn(4, 512)).square().mean().backward()
optimizer.step()
assert not torch.equal(model.weight, before), "the weights have not moved"
print(f"stepped with bitsandbytes {bnb.__version__}, GPU: {torch.cuda.is_available()}")
