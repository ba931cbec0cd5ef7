# A batch script that Slurm starts twice under one job id; the first attempt gets the signal in its sixth epoch.
export SLURM_NTASKS=1 SLURM_JOB_NAME=train SLURM_JOB_ID=4711 SLURM_PROCID=0 SLURM_LOCALID=0 SLURM_NODEID=0
export SLURM_JOB_NUM_NODES=1 SLURM_NTASKS_PER_NODE=1 SLURM_NODELIST=localhost
cat > train.py <<'PY'
import os
import signal
import sys

import torch
from lightning.pytorch import Callback, LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 1)

    def training_step(self, batch, index):
        return self.layer(batch).square().mean()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


class Scheduler(Callback):
    done = 0

    def on_train_epoch_start(self, trainer, module):
        if os.environ["SLURM_RESTART_COUNT"] == "0" and trainer.current_epoch == 5:
            signal.raise_signal(signal.SIGUSR1)
            os._exit(0)

    def on_train_epoch_end(self, trainer, module):
        self.done += 1


scheduler = Scheduler()
trainer = Trainer(max_epochs=10, accelerator="cpu", default_root_dir=sys.argv[1], callbacks=[scheduler], logger=False)
trainer.fit(Model(), torch.utils.data.DataLoader(torch.ones(16, 4), batch_size=4))
print(f"MEASURED epochs made after the requeue = {scheduler.done}", flush=True)
PY
for SLURM_RESTART_COUNT in 0 1; do
  export SLURM_RESTART_COUNT
  run=runs/$(date +%s%N)
  mkdir -p "$run"
  "$PYTHON" train.py "$run"
done
