"""Rank 0 starts its W&B run offline, which needs neither a login nor a network."""

import wandb

run = wandb.init(project="demo", mode="offline")
for step in range(3):
    run.log({"loss": 1 / (step + 1)})
print(f"W&B run {run.id} is at step {run.step}", flush=True)
run.finish()
