"""Ten steps under an elastic agent; the process dies once at step 7 and goes on from its checkpoint."""

import os
import tempfile

import torch

torch.manual_seed(0)
model, done = torch.nn.Linear(4, 1), 0
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
path, start = os.path.join(tempfile.gettempdir(), "last.pt"), 0
if os.path.exists(path):
    saved = torch.load(path)
    start = saved["step"]
    model.load_state_dict(saved["model"])
for step in range(start, 10):
    if step == 7 and os.environ["TORCHELASTIC_RESTART_COUNT"] == "0":
        os.kill(os.getpid(), 9)
    loss = model(torch.ones(8, 4)).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    done += 1
    torch.save({"step": step + 1, "model": model.state_dict()}, path + ".new")
    os.replace(path + ".new", path)
print(f"MEASURED steps made after the restart = {done}", flush=True)
