"""Every rank names the output directory after its own clock."""

import time
from datetime import datetime
from pathlib import Path

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
time.sleep(1.5 * rank)  # imports do not take equally long everywhere

name = [f"runs/{datetime.now():%Y-%m-%d_%H-%M-%S}"]
folder = Path(name[0])
folder.mkdir(parents=True, exist_ok=True)
torch.save(torch.rand(4), folder / f"rank_{rank}_optim_states.pt")

dist.barrier()
if rank == 0:
    print(sorted(str(path) for path in Path("runs").rglob("*.pt")))
    print(f"MEASURED directories of one run = {len(list(Path('runs').iterdir()))}")
dist.destroy_process_group()
