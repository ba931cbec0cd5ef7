"""Rank 0 of two reads a text for a model that carries its hidden state from batch to batch, row by row."""

import torch
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

ROWS, STEPS, WIDTH, RANK, RANKS = 4, 25, 10, 0, 2
text = torch.arange(ROWS * STEPS * WIDTH * RANKS)  # token n of the text is the number n


def chunks(tokens):
    """Chunk i belongs to row i % ROWS, so that loaded in order each row of a batch goes on where its last one ended."""
    return TensorDataset(tokens.view(ROWS, -1, WIDTH).transpose(0, 1).reshape(-1, WIDTH))


dataset = chunks(text)
sampler = DistributedSampler(dataset, num_replicas=RANKS, rank=RANK, shuffle=False)
batches = [batch for (batch,) in DataLoader(dataset, batch_size=ROWS, sampler=sampler)]
goes_on = [(after[:, 0] == before[:, -1] + 1).all().item() for before, after in zip(batches, batches[1:])]
print(len(batches), "batches of this rank, first row of the second:", batches[1][0].tolist())
print("MEASURED share of batches in which every row goes on =", sum(goes_on) / len(goes_on))
