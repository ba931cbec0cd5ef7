"""The same after Megatron has made its groups."""

import torch.distributed as dist
from megatron.core import parallel_state

dist.init_process_group("gloo")
parallel_state.initialize_model_parallel(tensor_model_parallel_size=1, pipeline_model_parallel_size=2)
stage = parallel_state.get_pipeline_model_parallel_rank()
stages = parallel_state.get_pipeline_model_parallel_world_size()
print(f"rank {dist.get_rank()}: pipeline stage {stage} of {stages}", flush=True)
dist.destroy_process_group()
