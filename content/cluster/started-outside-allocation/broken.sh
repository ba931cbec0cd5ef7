# A script that was written for srun, started by hand: Lightning reads Slurm's variables and there are none.
cat > train.py <<'END'
from lightning.pytorch import Trainer
from lightning.pytorch.demos.boring_classes import BoringModel
from lightning.pytorch.plugins.environments import SLURMEnvironment

plugins = [SLURMEnvironment(auto_requeue=False)]
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
trainer = Trainer(accelerator="cpu", devices=2, strategy="ddp", plugins=plugins, max_steps=2, limit_val_batches=0, **quiet)
trainer.fit(BoringModel())
print(f"rank {trainer.global_rank} of {trainer.world_size}", flush=True)
END

export MASTER_ADDR=127.0.0.1 MASTER_PORT="$PORT"
"$PYTHON" train.py
