"""A fused query-key-value projection, cut into two equal halves for tensor parallelism."""

import torch
import torch.distributed as dist
from torch.nn.functional import scaled_dot_product_attention

HEADS, DIM = 4, 16
dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
x, fused, out = torch.randn(1, 5, HEADS * DIM), torch.randn(3 * HEADS * DIM, HEADS * DIM) / 8, torch.randn(64, 64) / 8


def attention(fused, out, heads):
    q, k, v = (part.view(1, 5, heads, DIM).transpose(1, 2) for part in (x @ fused.T).chunk(3, dim=-1))
    return scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).flatten(2) @ out.T


mine = fused.chunk(world)[rank]
partial = attention(mine, out.chunk(world, dim=1)[rank], HEADS // world)
dist.all_reduce(partial)
error = (partial - attention(fused, out, HEADS)).abs().max().item()
if rank == 0:
    print(f"MEASURED largest difference from one process = {error:.6f}", flush=True)
dist.destroy_process_group()
