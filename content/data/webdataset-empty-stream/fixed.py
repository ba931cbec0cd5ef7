"""One loader worker for one tar file."""

import os

import torch
import webdataset

shard = os.path.join(os.environ["TMPDIR"], "shard-000000.tar")
with webdataset.TarWriter(shard) as tar:
    for number in range(4):
        tar.write({"__key__": f"{number:04d}", "txt": f"sample {number}"})

dataset = webdataset.WebDataset(shard, shardshuffle=False)
loader = torch.utils.data.DataLoader(dataset, batch_size=None, num_workers=1)
print(f"read {len(list(loader))} samples with {loader.num_workers} worker(s)")
