"""Two processes with eight completions each: two whole groups of eight."""

import os

from trl import GRPOConfig

config = GRPOConfig(
    output_dir="out", use_cpu=True, bf16=False, per_device_train_batch_size=8, num_generations=8, report_to="none"
)
groups = config.generation_batch_size // config.num_generations
print(f"rank {os.environ['RANK']}: {groups} prompts of {config.num_generations} generations")
