"""Two experts on two ranks each: is their gradient that of one process with the same tokens?"""

import torch
import torch.distributed as dist
from torch.distributed._functional_collectives import all_to_all_single_autograd
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("copies", "experts"))
mine = mesh["experts"].get_local_rank()


def new_expert():
    torch.manual_seed(mine)
    return torch.nn.Linear(16, 16, bias=False)


def tokens_of(rank):
    torch.manual_seed(100 + rank)
    return torch.randn(8, 16)  # the first four go to expert 0, the others to expert 1


def exchange(tokens):
    return all_to_all_single_autograd(tokens, [4, 4], [4, 4], mesh["experts"].get_group())


expert = fully_shard(new_expert(), mesh=mesh["copies"])
expert.set_force_sum_reduction_for_comms(True)  # gloo has no other reduction with a factor
out = exchange(expert(exchange(tokens_of(dist.get_rank()))))
out.square().mean().backward()

alone = new_expert()
tokens = torch.cat([tokens_of(rank).chunk(2)[mine] for rank in range(dist.get_world_size())])
(alone(tokens).square().sum() / (dist.get_world_size() * out.numel())).backward()

ratio = expert.weight.grad.full_tensor().norm() / alone.weight.grad.norm()
if dist.get_rank() == 0:
    print(f"rank 0: loss {out.square().mean().item():.6f}")
    print(f"MEASURED gradient of the expert, as a multiple of the right one = {ratio:.3f}")
dist.destroy_process_group()
