"""A metric on the CPU is reduced in a group that has a backend for the CPU as well."""

import torch
import torch.distributed as dist

backend = "cuda:nccl" if torch.cuda.is_available() else "cuda:gloo"  # without a GPU, gloo keeps NCCL's place
dist.init_process_group("cpu:gloo," + backend, store=dist.HashStore(), rank=0, world_size=1)

correct = torch.tensor(17)  # born on the CPU
dist.all_reduce(correct)
print("correct answers on all ranks:", correct.item())
dist.destroy_process_group()
