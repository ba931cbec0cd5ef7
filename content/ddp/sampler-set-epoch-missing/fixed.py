"""DistributedSampler is told the epoch, so rank 0 of two gets other samples in another order each time."""

import torch
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

dataset = TensorDataset(torch.arange(100))
sampler = DistributedSampler(dataset, num_replicas=2, rank=0, shuffle=True)
loader = DataLoader(dataset, batch_size=10, sampler=sampler)

orders = []
for epoch in range(3):
    loader.sampler.set_epoch(epoch)
    seen = [sample for (batch,) in loader for sample in batch.tolist()]
    print(f"epoch {epoch}: {seen[:10]} ...")
    orders.append(tuple(seen))

print(f"MEASURED distinct orders in 3 epochs = {len(set(orders))}")
