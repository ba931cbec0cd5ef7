"""A filter has left 7 of 8 samples; the driver sends an equal piece to each of 2 workers."""

import torch
from verl.protocol import DataProto

WORKERS = 2
batch = DataProto.from_dict(tensors={"responses": torch.arange(16).reshape(8, 2), "reward": torch.tensor([1.0, 0] * 4)})
batch.batch["reward"][6] = float("nan")
batch = batch[~batch.batch["reward"].isnan()]
pieces = batch.chunk(WORKERS)
print(f"{len(batch)} samples, sent as", *(len(piece) for piece in pieces))
