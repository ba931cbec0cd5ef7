"""The weights are read from the files that were downloaded."""

import os

import torch
from safetensors.torch import load_file, save_file

os.makedirs("downloaded")
os.makedirs("cloned")
save_file({"weight": torch.zeros(100, 100)}, "downloaded/model.safetensors")
with open("cloned/model.safetensors", "w") as pointer:
    print("version https://git-lfs.github.com/spec/v1", f"oid sha256:{'a' * 64}", "size 40088", sep="\n", file=pointer)
tensors = load_file("downloaded/model.safetensors")
print(f"read {len(tensors)} tensor of shape {tensors['weight'].shape}", flush=True)
