import os
import tempfile
from types import SimpleNamespace

import numpy
import torch
import torch.distributed as dist
from megatron.core.datasets.blended_megatron_dataset_builder import BlendedMegatronDatasetBuilder
from megatron.core.datasets.gpt_dataset import GPTDataset, GPTDatasetConfig
from megatron.core.datasets.indexed_dataset import IndexedDatasetBuilder

dist.init_process_group("gloo")
rank = dist.get_rank()
data = os.path.join(tempfile.gettempdir(), "text")
if rank == 0:
    builder = IndexedDatasetBuilder(data + ".bin", dtype=numpy.int32)
    for _ in range(50):
        builder.add_document(torch.arange(20), [20])
    builder.finalize(data + ".idx")
dist.barrier()

config = GPTDatasetConfig(
    random_seed=1,
    sequence_length=16,
    blend=([data], None),
    split="1,0,0",
    path_to_cache=os.path.join(tempfile.gettempdir(), f"local-disk-{rank}"),
    tokenizer=SimpleNamespace(eod=0, pad=1, vocab_size=64, unique_identifiers={}),
    reset_position_ids=False,
    reset_attention_mask=False,
    eod_mask_loss=False,
)
train, _, _ = BlendedMegatronDatasetBuilder(GPTDataset, [60, 0, 0], lambda: True, config).build()
dist.barrier()
print(f"rank {rank} reads {len(train)} samples", flush=True)
dist.destroy_process_group()
