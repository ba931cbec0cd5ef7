# Two ranks save a ZeRO-2 checkpoint, one rank resumes from it.
cat > train.py <<'END'
import os
import sys

import deepspeed
import torch

universal = {"load_universal": True} if "universal" in sys.argv else {}
config = {"train_micro_batch_size_per_gpu": 2, "zero_optimization": {"stage": 2}, "checkpoint": universal}
torch.manual_seed(0)
model = torch.nn.Linear(9, 8)
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(model.parameters()), config=config)
if "resume" in sys.argv:
    engine.load_checkpoint("ckpt")
engine.backward(engine(torch.randn(2, 9, device=engine.device)).square().mean())
engine.step()
if "resume" not in sys.argv:
    engine.save_checkpoint("ckpt", tag="step1")
print(f"rank {torch.distributed.get_rank()} of {torch.distributed.get_world_size()}: step {engine.global_steps}")
torch.distributed.destroy_process_group()
END
run() { "$PYTHON" -m torch.distributed.run --master-addr 127.0.0.1 --master-port "$PORT" "$@"; }
run --nproc-per-node 2 train.py || exit 3
ls ckpt/step1
run --nproc-per-node 1 train.py resume
