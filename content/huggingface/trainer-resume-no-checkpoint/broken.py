"""A run is to go on, and the folder of the run is named instead of a checkpoint in it."""

import torch
from transformers import Trainer, TrainingArguments


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(2, 1)

    def forward(self, x, labels):
        loss = (self.layer(x).squeeze(-1) - labels).square().mean()
        return {"loss": loss}


def trainer(steps):
    how = TrainingArguments("run", max_steps=steps, save_steps=2, use_cpu=True, report_to=[], disable_tqdm=True)
    data = [{"x": torch.ones(2), "labels": torch.tensor(1.0)}] * 8
    return Trainer(model=Model(), args=how, train_dataset=data)


trainer(steps=2).train()
resumed = trainer(steps=4)
resumed.train(resume_from_checkpoint="run")
print(f"went on to step {resumed.state.global_step}")
