"""The last of two pipeline stages sends the losses to the first one."""

import torch
import torch.distributed as dist
from torch.distributed.pipelining import PipelineStage, ScheduleGPipe

dist.init_process_group("gloo")
rank, cpu = dist.get_rank(), torch.device("cpu")
torch.manual_seed(0)
stage = PipelineStage(torch.nn.Linear(8, 8), rank, 2, cpu)
schedule = ScheduleGPipe(stage, n_microbatches=4, loss_fn=torch.nn.functional.mse_loss)
x, y, losses = torch.randn(16, 8), torch.randn(16, 8), []
schedule.step(x, losses=losses) if rank == 0 else schedule.step(target=y, losses=losses)
sent = torch.stack(losses) if rank == 1 else torch.zeros(4)
dist.broadcast(sent, src=1)
losses = list(sent)
if rank == 0:
    print(f"MEASURED sum of the losses that rank 0 knows = {float(sum(losses)):.3f}", flush=True)
dist.destroy_process_group()
