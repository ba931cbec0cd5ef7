"""A transposed view goes into all_to_all_single; start with torchrun."""

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()

tokens = torch.arange(8.0).reshape(2, 4) + 100 * rank
sent = tokens.t()  # a view: the same memory with other strides
received = torch.empty(sent.shape)
dist.all_to_all_single(received, sent)
print(f"rank {rank} of {world}: received {received.sum().item()}", flush=True)
dist.destroy_process_group()
