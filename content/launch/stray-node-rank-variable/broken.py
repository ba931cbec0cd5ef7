"""One machine, two ranks that Lightning starts itself; the shell still says that this is the second node."""

import os

import lightning
import torch
from torch.utils.data import DataLoader

os.environ["NODE_RANK"] = "1"


class Model(lightning.LightningModule):
    """A layer."""

    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 1)

    def training_step(self, batch, _):
        """The output is its own loss."""
        return self.layer(batch).square().mean()

    def configure_optimizers(self):
        """Plain."""
        return torch.optim.SGD(self.parameters(), lr=0.1)


trainer = lightning.Trainer(
    accelerator="cpu",
    devices=2,
    strategy="ddp",
    max_steps=2,
    logger=False,
    enable_checkpointing=False,
    enable_progress_bar=False,
)
trainer.fit(Model(), DataLoader(torch.ones(16, 4), batch_size=2))
print(f"rank {trainer.global_rank} of {trainer.world_size}: {trainer.global_step} steps")
