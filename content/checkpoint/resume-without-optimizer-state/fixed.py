"""Weights, optimizer and scheduler are saved: training goes on where it stopped."""

import torch

TOTAL = 1000


def build():
    model = torch.nn.Linear(4, 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    return model, optimizer, torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.01, total_iters=TOTAL)


def train(model, optimizer, scheduler, steps):
    for _ in range(steps):
        optimizer.zero_grad()
        model(torch.rand(8, 4)).square().mean().backward()
        optimizer.step()
        scheduler.step()
    return scheduler.get_last_lr()[0]


model, optimizer, scheduler = build()
before = train(model, optimizer, scheduler, 900)
everything = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict()}
torch.save(everything, "last.pt")

model, optimizer, scheduler = build()
state = torch.load("last.pt")
model.load_state_dict(state["model"])
optimizer.load_state_dict(state["optimizer"])
scheduler.load_state_dict(state["scheduler"])
after = train(model, optimizer, scheduler, 1)
print(f"rate before {before:.5f}, after the resume {after:.5f}; {len(optimizer.state)} tensors' states")
print(f"MEASURED learning rate after resume over learning rate before = {after / before:.3f}")
