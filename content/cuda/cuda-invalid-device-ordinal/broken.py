"""Two nodes with one GPU each, and the global rank taken as GPU index; start with torchrun."""

import os

# Each simulated node shows its worker one GPU.
os.environ["CUDA_VISIBLE_DEVICES"] = os.environ.get("CUDA_VISIBLE_DEVICES", "0").split(",")[0]

import torch

torch.cuda.set_device(int(os.environ["RANK"]))
x = torch.ones(2, device="cuda")
print(f"rank {os.environ['RANK']} works on {x.device}", flush=True)
