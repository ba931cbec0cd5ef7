"""Only rank 0's random state is in the checkpoint, and every rank resumes from it; start with torchrun."""

import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
path = os.path.join(os.environ["TMPDIR"], "rng_rank0.pt")
torch.manual_seed(rank)
torch.rand(10)  # ten steps
if rank == 0:
    torch.save(torch.get_rng_state(), path)
dist.barrier()
uninterrupted = torch.rand(4)

torch.set_rng_state(torch.load(path))  # the restart
same = torch.tensor(int(torch.equal(torch.rand(4), uninterrupted)))
dist.all_reduce(same)
if rank == 0:
    print(f"MEASURED ranks that go on as if never interrupted = {same.item()}")
dist.destroy_process_group()
