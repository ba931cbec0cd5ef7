"""Two ranks, each in a working directory of its own as on two nodes, collect evaluation results through files."""

import os
import tempfile

import torch.distributed as dist
from mmengine.dist import collect_results

dist.init_process_group("gloo")
rank = dist.get_rank()
os.chdir(tempfile.mkdtemp(prefix=f"node{rank}-"))

results = collect_results([rank, rank + 2], size=4, device="cpu")
if rank == 0:
    print(f"rank {rank}: {len(results)} results, sum {sum(results)}", flush=True)
dist.destroy_process_group()
