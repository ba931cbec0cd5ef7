"""The same workers with a short temporary directory."""

import os
import tempfile

import torch
from torch.utils.data import DataLoader, TensorDataset

place = os.path.join(tempfile.gettempdir(), "j")
os.makedirs(place, exist_ok=True)
os.environ["TMPDIR"] = tempfile.tempdir = place

if __name__ == "__main__":
    loader = DataLoader(TensorDataset(torch.arange(8.0)), batch_size=4, num_workers=1, timeout=15)
    for (batch,) in loader:
        print(f"batch with sum {batch.sum().item()}", flush=True)
