"""A Trainer as Lightning 2 takes it."""

import lightning
import torch


class Module(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(1, 1)

    def training_step(self, batch, index):
        return self.linear(batch).square().mean()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


module = Module()
trainer = lightning.Trainer(
    accelerator="cpu", devices=1, max_epochs=1, logger=False, enable_checkpointing=False
)
trainer.fit(module, torch.utils.data.DataLoader(torch.randn(8, 1), batch_size=2))
weight = module.linear.weight.item()
print(f"trained {trainer.global_step} steps on {trainer.world_size} process, weight {weight:.4f}")
