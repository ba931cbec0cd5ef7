"""The options of the data loader, given to Accelerator itself as before accelerate 1.0."""

import torch
from accelerate import Accelerator

accelerator = Accelerator(dispatch_batches=False, even_batches=True)
loader = torch.utils.data.DataLoader(torch.randn(8, 4), batch_size=2)
model, loader = accelerator.prepare(torch.nn.Linear(4, 1), loader)
for batch in loader:
    accelerator.backward(model(batch).square().mean())
print(f"{len(loader)} batches with {accelerator.dataloader_config}")
