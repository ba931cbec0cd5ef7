"""Restores the random states of those GPUs that are there."""

import torch

torch.zeros(1, device="cuda")
saved = torch.cuda.get_rng_state_all()
saved.append(saved[-1])  # the GPU that is missing here

torch.cuda.set_rng_state_all(saved[: torch.cuda.device_count()])
print(f"restored {torch.cuda.device_count()} of {len(saved)} states")
