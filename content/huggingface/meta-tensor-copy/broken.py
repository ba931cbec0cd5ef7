"""A model that was built without memory, filled from a checkpoint and moved to its device."""

import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.save(torch.nn.Linear(4, 2).state_dict(), "checkpoint.pt")

with torch.device("meta"):
    model = torch.nn.Linear(4, 2)
model.load_state_dict(torch.load("checkpoint.pt"))
model.to(device)
print("output", model(torch.ones(1, 4, device=device)).tolist())
