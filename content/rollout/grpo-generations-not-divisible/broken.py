"""Two processes with three completions each; a prompt's group has four."""

import os
import tempfile

from trl import GRPOConfig

config = GRPOConfig(
    output_dir=tempfile.mkdtemp(),
    use_cpu=True,
    bf16=False,
    per_device_train_batch_size=3,
    gradient_accumulation_steps=1,
    num_generations=4,
)
prompts = config.generation_batch_size // config.num_generations
print(
    f"rank {os.environ['RANK']}: {config.generation_batch_size} completions make {prompts} prompts a step", flush=True
)
