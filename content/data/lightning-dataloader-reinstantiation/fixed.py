"""The loader takes what its parent takes, so Lightning can make it again; start with torchrun."""

import lightning
import torch
from torch.utils.data import DataLoader


class Loader(DataLoader):
    def __init__(self, dataset, batch_size=2, **kwargs):
        super().__init__(dataset, batch_size=batch_size, **kwargs)


class Module(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(1, 1)
        self.seen = 0

    def training_step(self, batch, index):
        self.seen += 1
        return self.linear(batch).square().mean()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


module = Module()
trainer = lightning.Trainer(
    accelerator="cpu", devices=2, strategy="ddp", max_epochs=1, logger=False, enable_checkpointing=False
)
trainer.fit(module, Loader(torch.randn(16, 1), 2))
print(f"rank {trainer.global_rank}: {module.seen} batches")
