"""The options of the data loader, in the configuration that Accelerator takes since accelerate 0.28."""

import torch
from accelerate import Accelerator, DataLoaderConfiguration

accelerator = Accelerator(dataloader_config=DataLoaderConfiguration(dispatch_batches=False, even_batches=True))
loader = torch.utils.data.DataLoader(torch.randn(8, 4), batch_size=2)
model, loader = accelerator.prepare(torch.nn.Linear(4, 1), loader)
for batch in loader:
    accelerator.backward(model(batch).square().mean())
print(f"{len(loader)} batches with {accelerator.dataloader_config}")
