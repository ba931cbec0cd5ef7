"""The optimizer's state is restored first, and the model is converted afterwards."""

import torch

model = torch.nn.Linear(4, 1).half()
optimizer = torch.optim.Adam(model.parameters(), foreach=True)
saved = {"state": {}, "param_groups": optimizer.state_dict()["param_groups"]}
for index, p in enumerate(model.parameters()):
    saved["state"][index] = {"step": torch.tensor(1.0), "exp_avg": p * 0, "exp_avg_sq": p * 0}

optimizer.load_state_dict(saved)
model.float()

model(torch.ones(2, 4)).square().mean().backward()
optimizer.step()
print(f"stepped in {optimizer.state[model.weight]['exp_avg'].dtype}")
