import torch

x = torch.ones(9).to(torch.accelerator.current_accelerator(check_available=True) or "cpu")
print(f"norm {x.norm():.1f} on {x.device}")
