"""All ranks decide together whether the optimizer makes a step."""

import torch
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
model = FSDP(torch.nn.Linear(16, 16), use_orig_params=True, device_id=torch.device("cpu"))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

for step in range(3):
    scale = float("inf") if rank == 1 and step == 1 else 1.0  # one bad sample on one rank
    loss = model(torch.ones(4, 16)).square().mean()
    flag = torch.tensor(float(not torch.isfinite(loss.detach() * scale)))
    dist.all_reduce(flag, op=dist.ReduceOp.MAX)
    bad = bool(flag)
    loss.backward()
    if not bad:
        optimizer.step()
    optimizer.zero_grad()

states = FSDP.optim_state_dict(model, optimizer)
print(f"rank {rank}: saved the states of {len(states['state'])} parameters", flush=True)
dist.destroy_process_group()
