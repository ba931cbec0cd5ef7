"""Mixed precision with FSDP2 on a model loaded in fp32: how many weights does a small optimizer step move?"""

import os

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

LOADED_IN = torch.float32
dist.init_process_group()
device = "cuda" if torch.cuda.is_available() else "cpu"
mesh = init_device_mesh(device, (dist.get_world_size(),))

torch.manual_seed(0)
layers = [torch.nn.Linear(256, 256, bias=False), torch.nn.GELU(), torch.nn.Linear(256, 256, bias=False)]
model = torch.nn.Sequential(*layers).to(LOADED_IN)
fully_shard(model, mesh=mesh, mp_policy=MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5, weight_decay=0)

before = [p.to_local().clone() for p in model.parameters()]
model(torch.randn(32, 256, device=device)).square().mean().backward()
assert all((p.grad.to_local() != 0).float().mean() > 0.9 for p in model.parameters())
optimizer.step()

unmoved = sum((p.to_local() == old).sum() for p, old in zip(model.parameters(), before, strict=True))
total = sum(old.numel() for old in before)
if dist.get_rank() == 0:
    print("weights:", {p.dtype for p in model.parameters()}, flush=True)
    print("Adam state:", {state["exp_avg"].dtype for state in optimizer.state.values()}, flush=True)
    print(f"MEASURED share of the weights that the step left unchanged = {unmoved / total:.3f}", flush=True)
dist.destroy_process_group()
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
