"""The dataset returns CPU tensors, and the training loop moves the batch."""

import torch
from torch.utils.data import DataLoader, Dataset


class Numbers(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return torch.tensor([float(index)])


model = torch.nn.Linear(1, 1).to("cuda")
for batch in DataLoader(Numbers(), batch_size=4, num_workers=2, multiprocessing_context="fork"):
    loss = model(batch.to("cuda")).sum()
    loss.backward()
print(f"loss {loss.item():.3f}", flush=True)
