"""The script and the trainer that it uses each create the process group; start with torchrun."""

import torch
import torch.distributed as dist


class Trainer:
    def __init__(self):
        dist.init_process_group("gloo")
        self.loss = torch.tensor(float(dist.get_rank() + 1))


dist.init_process_group("gloo")
trainer = Trainer()
dist.all_reduce(trainer.loss)
print(f"rank {dist.get_rank()} of {dist.get_world_size()}: loss {trainer.loss.item()}", flush=True)
dist.destroy_process_group()
