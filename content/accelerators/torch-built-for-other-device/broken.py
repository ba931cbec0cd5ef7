import torch

x = torch.ones(9).to("cuda")
print(f"norm {x.norm():.1f} on {x.device}")
