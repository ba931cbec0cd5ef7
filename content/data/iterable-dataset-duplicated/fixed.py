"""The stream is split between the ranks; start with torchrun."""

import torch.distributed as dist
from datasets import Dataset
from datasets.distributed import split_dataset_by_node
from torch.utils.data import DataLoader

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
stream = Dataset.from_dict({"id": list(range(8))}).to_iterable_dataset(num_shards=2)
stream = split_dataset_by_node(stream, rank, world)

mine = [sample["id"] for sample in DataLoader(stream, batch_size=None)]
read = [None] * world
dist.all_gather_object(read, mine)
if rank == 0:
    print(f"MEASURED samples that more than one rank reads = {len(set.intersection(*map(set, read)))}")
dist.destroy_process_group()
