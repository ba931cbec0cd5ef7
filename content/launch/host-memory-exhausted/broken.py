"""A model with weights of its own and the checkpoint beside it: the host has room for one of them."""

import resource

import torch

torch.save(torch.nn.Linear(8000, 8000, bias=False).state_dict(), "model.pt")  # 256 MB
data = next(int(line.split()[1]) * 1024 for line in open("/proc/self/status") if line.startswith("VmData"))
resource.setrlimit(resource.RLIMIT_DATA, (data + 400_000_000, data + 400_000_000))

model = torch.nn.Linear(8000, 8000, bias=False)
model.load_state_dict(torch.load("model.pt"))
print(f"loaded {model.weight.numel()} weights, first {model.weight[0, 0].item():.6f}")
