"""The first collective is a barrier, and nobody has said which GPU this process uses; start with torchrun."""

import torch.distributed as dist

dist.init_process_group("nccl")
dist.barrier()
print(f"rank {dist.get_rank()} is past the barrier", flush=True)
dist.destroy_process_group()
