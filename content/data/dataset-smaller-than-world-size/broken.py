"""A stream of one shard is dealt out by shards to two ranks."""

from datasets import Dataset
from datasets.distributed import split_dataset_by_node

stream = Dataset.from_dict({"x": list(range(6))}).to_iterable_dataset(num_shards=1)
for rank in range(2):
    mine = split_dataset_by_node(stream, rank, world_size=2, strategy="shards")
    print(f"rank {rank} reads {[sample['x'] for sample in mine]}")
