"""Every rank updates the metric for every image, also with nothing found; start with torchrun."""

import torch
import torch.distributed as dist
from torchmetrics import Metric


class Scores(Metric):
    """Keeps one tensor for each image, as MeanAveragePrecision does."""

    def __init__(self):
        super().__init__()
        self.add_state("scores", default=[], dist_reduce_fx=None)

    def update(self, scores):
        self.scores.append(scores)

    def compute(self):
        return torch.cat(self.scores).mean()


dist.init_process_group("gloo")
metric = Scores()
for found in ([2, 3, 1] if dist.get_rank() == 0 else [2, 0, 1]):
    scores = torch.full((found,), 0.5)
    metric.update(scores)
mean = metric.compute()
dist.all_reduce(torch.ones(1))  # the next training step
print(f"rank {dist.get_rank()} has the mean {mean.item()}", flush=True)
dist.destroy_process_group()
