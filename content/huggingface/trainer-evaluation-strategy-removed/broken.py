"""A Trainer that evaluates during training, with the schedule under its old name."""

import torch
from transformers import Trainer, TrainingArguments


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 1)

    def forward(self, x, labels):
        return {"loss": torch.nn.functional.mse_loss(self.linear(x), labels)}


data = [{"x": torch.randn(4), "labels": torch.randn(1)} for _ in range(16)]
arguments = TrainingArguments(
    output_dir="out",
    evaluation_strategy="steps",
    eval_steps=1,
    max_steps=2,
    report_to=[],
)
trainer = Trainer(Model(), arguments, train_dataset=data, eval_dataset=data)
trainer.train()
losses = [entry["eval_loss"] for entry in trainer.state.log_history if "eval_loss" in entry]
assert len(losses) == 2, f"expected two evaluations, saw {len(losses)}"
print(f"evaluated after each step: {losses}")
