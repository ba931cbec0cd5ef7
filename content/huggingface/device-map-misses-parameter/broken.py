"""A device map whose names were written for another model."""

from collections import OrderedDict

import torch
from accelerate import dispatch_model

nn = torch.nn
layers = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
model = nn.Sequential(OrderedDict(embedding=nn.Embedding(8, 4), layers=layers, output_layer=nn.Linear(4, 8)))
device_map = {"word_embeddings": "cpu", "layers.0": "cpu", "layers.1": "disk", "lm_head": "disk"}
model = dispatch_model(model, device_map, main_device="cpu", offload_dir="offload")
print("output of shape", *model(torch.tensor([1, 2, 3])).shape)
