"""A Trainer that is to use bf16 in a process that sees no GPU."""

import os

os.environ["CUDA_VISIBLE_DEVICES"] = ""  # as in a container that was started without --gpus

import torch
from transformers import Trainer, TrainingArguments


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 1)

    def forward(self, x, labels):
        output = self.linear(x)
        print(f"computes in {output.dtype} on {output.device}")
        return {"loss": torch.nn.functional.mse_loss(output, labels)}


data = [{"x": torch.randn(4), "labels": torch.randn(1)} for _ in range(16)]
arguments = TrainingArguments(output_dir="out", bf16=True, max_steps=2, report_to=[])
Trainer(Model(), arguments, train_dataset=data).train()
