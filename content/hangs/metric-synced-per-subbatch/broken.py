"""A metric over a batch in slices, computed after each slice; the ranks have 16 and 4 samples. Start with torchrun."""

import torch
import torch.distributed as dist
from torchmetrics import Metric


class ErrorRate(Metric):
    """Two sums, as NeMo's word error rate has them."""

    def __init__(self):
        super().__init__()
        self.add_state("wrong", default=torch.tensor(0.0), dist_reduce_fx="sum")
        self.add_state("words", default=torch.tensor(0.0), dist_reduce_fx="sum")

    def update(self, wrong):
        self.wrong += wrong.sum()
        self.words += len(wrong)

    def compute(self):
        return self.wrong / self.words


dist.init_process_group("gloo")
metric = ErrorRate()
batch = torch.ones(16 if dist.get_rank() == 0 else 4)
for part in batch.split(2):
    metric.update(part)
    rate = metric.compute()
dist.all_reduce(torch.ones(1))  # the next step
print(f"rank {dist.get_rank()} has the rate {rate.item()}", flush=True)
dist.destroy_process_group()
