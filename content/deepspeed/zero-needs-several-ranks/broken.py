"""ZeRO-2 on one GPU: how much of the optimizer's state this rank keeps."""

import os
import subprocess
import sys

RANKS = 1
if "RANK" not in os.environ:
    launcher = [sys.executable, "-m", "torch.distributed.run", f"--nproc-per-node={RANKS}"]
    address = ["--master-addr=127.0.0.1", f"--master-port={os.environ.get('PORT', 29500)}"]
    sys.exit(subprocess.call([*launcher, *address, __file__]))

import deepspeed
import torch

model = torch.nn.Sequential(torch.nn.Linear(512, 512), torch.nn.ReLU(), torch.nn.Linear(512, 512))
total = sum(p.numel() for p in model.parameters())
config = {
    "train_micro_batch_size_per_gpu": 1,
    "optimizer": {"type": "AdamW", "params": {"torch_adam": True}},
    "zero_optimization": {"stage": 2},
    "bf16": {"enabled": True},
}
engine, *_ = deepspeed.initialize(model=model, config=config)
here = sum(part.numel() for part in engine.optimizer.single_partition_of_fp32_groups)
if engine.global_rank == 0:
    print("data-parallel size", engine.dp_world_size)
    print(f"MEASURED share of the optimizer state on rank 0 = {here / total:.3f}", flush=True)
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
