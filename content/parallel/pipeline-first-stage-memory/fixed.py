"""The same four stages; all but the last keep only their input and compute the rest again in backward."""

import json

import torch
import torch.distributed as dist
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.utils.checkpoint import checkpoint

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.set_num_threads(1)
part = torch.nn.Sequential(*(torch.nn.Sequential(torch.nn.Linear(256, 256), torch.nn.Tanh()) for _ in range(16)))


class Recomputed(torch.nn.Module):
    def __init__(self, part):
        super().__init__()
        self.part = part

    def forward(self, x):
        return checkpoint(self.part, x, use_reentrant=False)


stage = PipelineStage(part if rank == 3 else Recomputed(part), rank, 4, torch.device("cpu"))
schedule = Schedule1F1B(stage, n_microbatches=8, loss_fn=torch.nn.functional.mse_loss)
x, y, losses = torch.randn(2048, 256), torch.randn(2048, 256), []
schedule.step(*[x] * (rank == 0), target=y, losses=losses)  # the first step makes the buffers and the gradients
with torch.profiler.profile(profile_memory=True) as profile:
    schedule.step(*[x] * (rank == 0), target=y, losses=losses)
profile.export_chrome_trace(f"trace{rank}.json")
with open(f"trace{rank}.json") as file:
    held = [event["args"]["Total Allocated"] for event in json.load(file)["traceEvents"] if event["name"] == "[memory]"]
peaks = [torch.zeros(1) for _ in range(4)]
dist.all_gather(peaks, torch.tensor([(max(held) - held[0]) / 2**20]))
if rank == 0:
    print("peak of each stage in MiB:", [round(p.item(), 1) for p in peaks])
    one = 16 * 256 * 256 * 4 / 2**20  # 16 layers keep one output each for a micro-batch
    print(f"MEASURED micro-batches that the first stage holds = {(peaks[0] / one).item():.2f}", flush=True)
dist.destroy_process_group()
