"""A Megatron function in a script that only has torch's own process group."""

import torch.distributed as dist
from megatron.core import parallel_state

dist.init_process_group("gloo")
stage = parallel_state.get_pipeline_model_parallel_rank()
stages = parallel_state.get_pipeline_model_parallel_world_size()
print(f"rank {dist.get_rank()}: pipeline stage {stage} of {stages}", flush=True)
dist.destroy_process_group()
