"""accelerate with FSDP2: model and optimizer are prepared in one call."""

import torch
from accelerate import Accelerator
from accelerate.utils import FullyShardedDataParallelPlugin
from torch.distributed.tensor import DTensor

plugin = FullyShardedDataParallelPlugin(fsdp_version=2, auto_wrap_policy="no_wrap")
accelerator = Accelerator(cpu=True, fsdp_plugin=plugin)
model = torch.nn.Linear(8, 8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = accelerator.prepare(model, optimizer)
held = [p for group in optimizer.param_groups for p in group["params"]]
sharded = sum(isinstance(p, DTensor) for p in held)
print(f"rank {accelerator.process_index}: {sharded} of {len(held)} optimizer parameters are sharded", flush=True)
accelerator.end_training()
