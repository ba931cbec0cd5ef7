"""The model is moved to the CPU for saving and stays there, but nn.DataParallel copies it from the first GPU."""

import tempfile

import torch
from torch import nn

model = nn.DataParallel(nn.Linear(4, 2).cuda(), device_ids=[0])
print(model(torch.randn(8, 4)).device, flush=True)
with tempfile.NamedTemporaryFile(suffix=".pt") as file:
    torch.save(model.cpu().module.state_dict(), file.name)
print("after saving:", model(torch.randn(8, 4)).device, flush=True)
