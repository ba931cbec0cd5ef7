"""Each rank has a seed of its own, and so have its loader workers; start with torchrun."""

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader


class Augmented:
    def __len__(self):
        return 1

    def __getitem__(self, index):
        return torch.rand(1)


dist.init_process_group("gloo")
torch.manual_seed(dist.get_rank())
augmentation = next(iter(DataLoader(Augmented(), num_workers=1)))
seen = [torch.empty(1, 1) for _ in range(dist.get_world_size())]
dist.all_gather(seen, augmentation)
if dist.get_rank() == 0:
    print(f"MEASURED different augmentations among the ranks = {len({value.item() for value in seen})}")
dist.destroy_process_group()
