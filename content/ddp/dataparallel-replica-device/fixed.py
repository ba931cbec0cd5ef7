"""The model is moved to the CPU for saving and stays there, but nn.DataParallel copies it from the first GPU."""

import tempfile

import torch
from torch import nn

model = nn.DataParallel(nn.Linear(4, 2).cuda(), device_ids=[0])
print(model(torch.randn(8, 4)).device, flush=True)
with tempfile.NamedTemporaryFile(suffix=".pt") as file:
    torch.save({name: t.cpu() for name, t in model.module.state_dict().items()}, file.name)
print("after saving:", model(torch.randn(8, 4)).device, flush=True)
