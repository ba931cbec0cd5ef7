"""Two nodes of two GPUs: RANK as GPU index leaves the second node's workers without one; start with torchrun."""

import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
node, gpus = int(os.environ["GROUP_RANK"]), int(os.environ["LOCAL_WORLD_SIZE"])  # one GPU for each worker
device = torch.device("cuda", int(os.environ["RANK"]))
print(f"node {node} has cuda:0 to cuda:{gpus - 1}, rank {dist.get_rank()} asks for {device}", flush=True)

asked = [None] * dist.get_world_size()
dist.all_gather_object(asked, (node, device.index))
if dist.get_rank() == 0:
    there = {(node, index) for node, index in asked if index < gpus}
    print(f"MEASURED workers with a GPU of their own = {len(there)}", flush=True)
dist.destroy_process_group()
