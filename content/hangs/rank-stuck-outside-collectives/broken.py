"""Rank 1 reads a sample from a server that never answers; start with torchrun."""

import os
import socket

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, Dataset

dist.init_process_group("gloo")
rank = dist.get_rank()
storage = socket.create_server(("127.0.0.1", 0))  # accepts, and says nothing


class Samples(Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, number):
        if rank == 1 and number == 8:
            with socket.create_connection(storage.getsockname()) as connection:
                connection.recv(1)
        return torch.ones(8)


model = DDP(nn.Linear(8, 1))
for batch in DataLoader(Samples(), batch_size=4):
    model(batch).sum().backward()
print(f"rank {rank}: epoch done", flush=True)
os._exit(0)  # gloo threads now and then abort a process that has done its work
