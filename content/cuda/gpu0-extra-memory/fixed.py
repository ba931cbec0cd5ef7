"""Both ranks resume from a checkpoint that rank 0 saved, by way of the CPU: GPU 0 stays with rank 0."""

import os

import torch
import torch.distributed as dist

local_rank = int(os.environ["LOCAL_RANK"])
torch.cuda.set_device(local_rank)
dist.init_process_group("nccl", device_id=torch.device("cuda", local_rank))

if local_rank == 0:
    torch.save(torch.ones(64, 2**18, device="cuda"), "checkpoint.pt")  # 64 MiB
dist.barrier()

checkpoint = torch.load("checkpoint.pt", map_location="cpu")
if local_rank == 1:
    print(f"MEASURED MiB of rank 1 on GPU 0 = {torch.cuda.memory_allocated(0) / 2**20:.1f}")
dist.destroy_process_group()
