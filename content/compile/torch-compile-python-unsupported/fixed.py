"""Python 3.11 with a torch of 2.1 or newer: the same lines compile."""

import sys

import torch

print("Python", sys.version.split()[0], "and torch", torch.__version__)
step = torch.compile(lambda x: x + 1, backend="eager")
print("compiled:", step(torch.ones(1)))
