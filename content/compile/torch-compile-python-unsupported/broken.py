"""Python 3.11 with torch 2.0: pip installs the pair, torch.compile refuses it."""

import sys

import torch

print("Python", sys.version.split()[0], "and torch", torch.__version__)
step = torch.compile(lambda x: x + 1, backend="eager")
print("compiled:", step(torch.ones(1)))
