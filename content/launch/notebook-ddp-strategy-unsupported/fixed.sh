# A notebook's cell asks for the DDP that forks itself and needs no script.
cat > cell.py <<'END'
import lightning
from lightning.pytorch.demos.boring_classes import BoringModel
class Model(BoringModel):
    def on_train_end(self):
        print(f"rank {self.global_rank} of {self.trainer.world_size} did {self.trainer.global_step} steps", flush=True)

how = dict(max_steps=2, logger=False, enable_checkpointing=False, enable_progress_bar=False, limit_val_batches=0)
trainer = lightning.Trainer(accelerator="cpu", devices=2, strategy="ddp_notebook", **how)
trainer.fit(Model())
END
"$PYTHON" -i < cell.py  # interactive, as a notebook is
