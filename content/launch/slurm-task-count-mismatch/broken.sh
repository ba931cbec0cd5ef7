# A batch script with two tasks in all; these are the variables that Slurm then sets.
export SLURM_JOB_ID=1234 SLURM_JOB_NAME=train SLURM_NNODES=1 SLURM_NODEID=0
export SLURM_NTASKS=2
export MASTER_ADDR=127.0.0.1 MASTER_PORT="$PORT"

cat > train.py <<'END'
from lightning.pytorch import Trainer
from lightning.pytorch.demos.boring_classes import BoringModel

quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
trainer = Trainer(accelerator="cpu", devices=2, num_nodes=1, strategy="ddp", max_steps=2, limit_val_batches=0, **quiet)
trainer.fit(BoringModel())
print(f"rank {trainer.global_rank} of {trainer.world_size}: {trainer.global_step} steps", flush=True)
END

task() { SLURM_PROCID="$1" SLURM_LOCALID="$1" "$PYTHON" train.py; }  # srun starts one for each task

task 0 & first=$!
task 1 & second=$!
wait "$first" && wait "$second"
