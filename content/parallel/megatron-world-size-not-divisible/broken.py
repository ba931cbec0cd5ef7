import torch.distributed as dist
from megatron.core import parallel_state

dist.init_process_group("gloo")
parallel_state.initialize_model_parallel(tensor_model_parallel_size=4)
rank, size = parallel_state.get_tensor_model_parallel_rank(), parallel_state.get_tensor_model_parallel_world_size()
print(f"rank {dist.get_rank()} has tensor rank {rank} of {size}", flush=True)
dist.destroy_process_group()
