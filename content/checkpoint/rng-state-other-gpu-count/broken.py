"""Restores the random states of a machine that had one GPU more."""

import torch

torch.zeros(1, device="cuda")
saved = torch.cuda.get_rng_state_all()
saved.append(saved[-1])  # the GPU that is missing here

torch.cuda.set_rng_state_all(saved)
print(f"restored {torch.cuda.device_count()} of {len(saved)} states")
