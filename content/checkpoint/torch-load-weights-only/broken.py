"""A checkpoint that also holds the training arguments, read back the way torch reads it by default."""

import argparse

import torch

PATH = "checkpoint.pt"
model = torch.nn.Linear(4, 2)
args = argparse.Namespace(lr=1e-4, epochs=3)
torch.save({"model": model.state_dict(), "args": args, "step": 100}, PATH)

checkpoint = torch.load(PATH, map_location="cpu")
model.load_state_dict(checkpoint["model"])
print(f"resumed at step {checkpoint['step']} with {checkpoint['args']}")
