"""The displayed loss is summed over all ranks that hold other tokens: data and context parallel."""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "cp"))
group = mesh["dp", "cp"]._flatten("dp_cp").get_group()

torch.manual_seed(dist.get_rank())
token_losses = 2 + torch.rand(1000)  # this rank's half of this replica's sequences
tokens = torch.tensor(4000.0)  # of the whole batch

displayed = token_losses.sum()
dist.all_reduce(displayed, group=group)
displayed /= tokens

everybody = [torch.empty(1000) for _ in range(dist.get_world_size())]
dist.all_gather(everybody, token_losses)
true = torch.cat(everybody).mean()
if dist.get_rank() == 0:
    print(f"displayed {displayed.item():.4f}, true {true.item():.4f}")
    print(f"MEASURED displayed loss over true loss = {(displayed / true).item():.4f}")
dist.destroy_process_group()
