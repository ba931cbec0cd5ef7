"""A device map that is made from the model itself."""

from collections import OrderedDict

import torch
from accelerate import dispatch_model, infer_auto_device_map

nn = torch.nn
layers = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
model = nn.Sequential(OrderedDict(embedding=nn.Embedding(8, 4), layers=layers, output_layer=nn.Linear(4, 8)))
device_map = infer_auto_device_map(model, max_memory={"cpu": 500})
model = dispatch_model(model, device_map, main_device="cpu", offload_dir="offload")
print("output of shape", *model(torch.tensor([1, 2, 3])).shape)
