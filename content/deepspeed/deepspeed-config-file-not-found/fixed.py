"""A job that runs in a folder of its own names its DeepSpeed config as seen from the project's folder."""

import json
import os
from pathlib import Path

from transformers import TrainingArguments

project = Path.cwd()
(project / "configs").mkdir()
(project / "configs" / "ds_zero2.json").write_text(
    json.dumps({"zero_optimization": {"stage": 2}, "train_micro_batch_size_per_gpu": "auto"})
)
(project / "outputs").mkdir()
os.chdir(project / "outputs")
config = str(project / "configs" / "ds_zero2.json")
arguments = TrainingArguments(output_dir=".", deepspeed=config, per_device_train_batch_size=3, use_cpu=True)
print("micro batch of the config:", arguments.hf_deepspeed_config.config["train_micro_batch_size_per_gpu"])
