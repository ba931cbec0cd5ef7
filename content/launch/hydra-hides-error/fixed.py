"""The job is repaired: Hydra prints nothing."""

import hydra
import torch
import torch.distributed as dist


@hydra.main(version_base=None)
def train(config):
    dist.init_process_group("gloo")
    layer = torch.nn.Linear(4, 1)
    loss = layer(torch.rand(8, 4)).mean()
    dist.all_reduce(loss)
    print(f"rank {dist.get_rank()} trained, loss {loss.item():.3f}", flush=True)
    dist.destroy_process_group()


train()
