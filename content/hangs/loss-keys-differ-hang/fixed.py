"""Rank 1 has no positive samples in step 1 and reports loss_bbox as zero: all ranks make the same calls."""

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

for step in range(3):
    positives = 0 if (rank, step) == (1, 1) else 4
    losses = {"loss_cls": torch.rand(()), "loss_bbox": torch.zeros(())}
    if positives:
        losses["loss_bbox"] = torch.rand(())
    for name, value in losses.items():
        dist.all_reduce(value)
        print(f"rank {rank} step {step} reduced {name} {value.item() / 2:.3f}", flush=True)

dist.barrier()
print(f"rank {rank} done, last loss_bbox {value.item() / 2:.3f}", flush=True)
dist.destroy_process_group()
