"""A strategy of lightning.pytorch for a Trainer of pytorch_lightning."""

import pytorch_lightning as pl
import torch
from lightning.pytorch.strategies import DDPStrategy


class Model(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 1)

    def training_step(self, batch, index):
        return self.layer(batch).square().mean()

    def on_train_end(self):
        print(f"rank {self.global_rank}: weight {self.layer.weight.sum().item():.4f}", flush=True)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


strategy = DDPStrategy(process_group_backend="gloo")
trainer = pl.Trainer(strategy=strategy, accelerator="cpu", devices=2, max_steps=2, logger=False,
                     enable_checkpointing=False)  # fmt: skip
trainer.fit(Model(), torch.utils.data.DataLoader(torch.randn(8, 4)))
