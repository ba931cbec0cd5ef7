"""The script names a store of its own, as before torchrun; start with torchrun."""

import os

import torch
import torch.distributed as dist

rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
own_port = int(os.environ["MASTER_PORT"]) + 1
dist.init_process_group("gloo", init_method=f"tcp://127.0.0.1:{own_port}", rank=rank, world_size=world)

total = torch.ones(1) * rank
dist.all_reduce(total)
print(f"rank {dist.get_rank()} of {dist.get_world_size()} has the sum {total.item()}", flush=True)
dist.destroy_process_group()
