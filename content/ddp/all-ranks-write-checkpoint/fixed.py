"""Rank 0 alone saves, 40 times, under another name at first, and reads each checkpoint back; start with torchrun."""

import os

import torch
import torch.distributed as dist

PATH = "checkpoint.pt"
ROUNDS = 40  # it is a race: some checkpoints survive


def is_whole(path, model):
    try:
        weights = torch.load(path)["model"]
    except Exception as error:
        print(f"{type(error).__name__}: {error}", flush=True)
        return False
    return all(torch.equal(weights[name], tensor) for name, tensor in model.items())


dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
model = torch.nn.Sequential(*[torch.nn.Linear(300, 300) for _ in range(10)]).state_dict()  # the same on both ranks
losses = torch.rand(1_000_000 if rank else 1_500_000)  # each rank's own history
state = {"losses": losses, "model": model}

damaged = 0
for _ in range(ROUNDS):
    if rank == 0:
        torch.save(state, PATH + ".tmp")
        os.replace(PATH + ".tmp", PATH)
    dist.barrier()
    if rank == 0:
        damaged += not is_whole(PATH, model)
    dist.barrier()

if rank == 0:
    print(f"MEASURED damaged checkpoints of {ROUNDS} = {damaged}", flush=True)
dist.destroy_process_group()
