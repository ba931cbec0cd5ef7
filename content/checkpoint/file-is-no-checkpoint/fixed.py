"""The weights are read from the files that were downloaded."""

import os

import torch

os.makedirs("downloaded")
os.makedirs("cloned")
torch.save({"weight": torch.zeros(100, 100)}, "downloaded/model.pth")
with open("cloned/model.pth", "w") as pointer:
    print("version https://git-lfs.github.com/spec/v1", f"oid sha256:{'a' * 64}", "size 41305", sep="\n", file=pointer)
tensors = torch.load("downloaded/model.pth", weights_only=False)
print(f"read {len(tensors)} tensor of shape {tensors['weight'].shape}", flush=True)
