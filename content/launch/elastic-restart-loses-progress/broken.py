"""Ten steps under an elastic agent; the process dies once at step 7 and starts from nothing."""

import os

import torch

torch.manual_seed(0)
model, done = torch.nn.Linear(4, 1), 0
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
start = 0
for step in range(start, 10):
    if step == 7 and os.environ["TORCHELASTIC_RESTART_COUNT"] == "0":
        os.kill(os.getpid(), 9)
    loss = model(torch.ones(8, 4)).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    done += 1
print(f"MEASURED steps made after the restart = {done}", flush=True)
