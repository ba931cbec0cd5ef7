"""A mesh for four processes in a job of two."""

from torch.distributed import destroy_process_group, get_rank
from torch.distributed.device_mesh import init_device_mesh

mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("shard", "tensor"))
print(f"rank {get_rank()}: shard {mesh.get_local_rank('shard')}, tensor {mesh.get_local_rank('tensor')}", flush=True)
destroy_process_group()
