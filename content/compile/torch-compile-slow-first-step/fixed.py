"""A benchmark of a compiled model that lets it compile before the clock starts."""

import statistics
import time

import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
layers = [torch.nn.Linear(512, 512), torch.nn.GELU(), torch.nn.Linear(512, 512)]
model = torch.compile(torch.nn.Sequential(*layers).to(device))
batch = torch.randn(256, 512, device=device)


def step():
    start = time.perf_counter()
    model(batch).square().mean().backward()
    model.zero_grad()
    if device == "cuda":
        torch.cuda.synchronize()
    return time.perf_counter() - start


for _ in range(3):
    step()  # compiles here; not timed
first, *later = [step() for _ in range(21)]
usual = statistics.median(later)
print(f"first timed step {first * 1000:.1f} ms, later ones {usual * 1000:.1f} ms")
print(f"MEASURED first timed step in multiples of a later one = {first / usual:.2f}")
