"""A replicated activation becomes a local tensor, and each rank uses it for its own expert."""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Replicate

mesh = init_device_mesh("cpu", (2,))
rank = dist.get_rank()
torch.manual_seed(0)
value, experts = torch.randn(4, 8), torch.randn(2, 8, 8)
x = DTensor.from_local(value.clone(), mesh, [Replicate()]).requires_grad_()
local = x.to_local()
(local @ experts[rank]).square().sum().backward()
got = x.grad.full_tensor()

alone = value.clone().requires_grad_()
sum((alone @ expert).square().sum() for expert in experts).backward()
error = (got - alone.grad).abs().max().item() / alone.grad.abs().max().item()
if rank == 0:
    print(f"MEASURED relative error of the gradient = {error:.6f}", flush=True)
dist.destroy_process_group()
