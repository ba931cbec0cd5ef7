"""One dimension takes what the others leave of the world size."""

import os

from torch.distributed import destroy_process_group, get_rank
from torch.distributed.device_mesh import init_device_mesh

tensor = 2
shard = int(os.environ["WORLD_SIZE"]) // tensor
mesh = init_device_mesh("cpu", (shard, tensor), mesh_dim_names=("shard", "tensor"))
print(f"rank {get_rank()}: shard {mesh.get_local_rank('shard')}, tensor {mesh.get_local_rank('tensor')}", flush=True)
destroy_process_group()
