"""The model takes **kwargs and returns a plain mean, so the Trainer's eval_loss is doubled; start with torchrun."""

import os

import torch
from transformers import Trainer, TrainingArguments


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 1)

    def forward(self, x, labels, **kwargs):
        output = self.linear(x)
        return {"loss": (output - labels).square().mean(), "output": output}


torch.manual_seed(0)
data = [{"x": torch.randn(2), "labels": torch.randn(1)} for _ in range(16)]
model = Net()
with torch.no_grad():
    x, labels = (torch.stack([sample[key] for sample in data]) for key in ("x", "labels"))
    mean = model(x, labels)["loss"].item()
arguments = TrainingArguments(output_dir=os.environ["TMPDIR"], use_cpu=True, report_to=[], per_device_eval_batch_size=8)
eval_loss = Trainer(model, arguments, eval_dataset=data).evaluate()["eval_loss"]
if os.environ["RANK"] == "0":
    print(f"MEASURED eval_loss as a multiple of the mean loss = {eval_loss / mean:.3f}")
