"""Embedding and output layer share a weight and are sharded in groups of their own."""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.layer, self.head = torch.nn.Embedding(32, 8), torch.nn.Linear(8, 8), torch.nn.Linear(8, 32)
        self.head.weight = self.embed.weight

    def forward(self, tokens):
        return self.head(self.layer(self.embed(tokens)))


mesh = init_device_mesh("cpu", (2,))
model = Model()
fully_shard(model.layer, mesh=mesh)
fully_shard(model.embed, mesh=mesh)
fully_shard(model.head, mesh=mesh)
fully_shard(model, mesh=mesh)
loss = model(torch.arange(32)).square().mean()
loss.backward()
assert model.head.weight is model.embed.weight
print(f"rank {dist.get_rank()}: loss {loss.item():.4f}, weight still tied", flush=True)
dist.destroy_process_group()
