"""Rank 0 starts its W&B run as it does at the desk; on this machine nobody has logged in."""

import wandb

run = wandb.init(project="demo")
for step in range(3):
    run.log({"loss": 1 / (step + 1)})
print(f"W&B run {run.id} is at step {run.step}", flush=True)
run.finish()
