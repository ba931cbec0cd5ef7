"""A filter has left 7 of 8 samples; the driver sends padded pieces to each of 2 workers."""

import torch
from verl.protocol import DataProto, pad_dataproto_to_divisor

WORKERS = 2
batch = DataProto.from_dict(tensors={"responses": torch.arange(16).reshape(8, 2), "reward": torch.tensor([1.0, 0] * 4)})
batch.batch["reward"][6] = float("nan")
batch = batch[~batch.batch["reward"].isnan()]
padded, added = pad_dataproto_to_divisor(batch, WORKERS)  # and unpad_dataproto on what comes back
pieces = padded.chunk(WORKERS)
print(f"{len(batch)} samples, sent as", *(len(piece) for piece in pieces))
