"""Five tokens, padded to six and cut for sequence parallelism on two ranks."""

import torch
import torch.distributed as dist
from megatron.core import parallel_state
from megatron.core.tensor_parallel.mappings import scatter_to_sequence_parallel_region

dist.init_process_group("gloo")
parallel_state.initialize_model_parallel(tensor_model_parallel_size=2)
tokens = torch.arange(5)
tokens = torch.nn.functional.pad(tokens, (0, -len(tokens) % 2))  # a multiple of the tensor-parallel size
hidden = torch.nn.functional.one_hot(tokens, 8).float().unsqueeze(1)  # [sequence, batch, hidden]
part = scatter_to_sequence_parallel_region(hidden)
print(f"rank {dist.get_rank()} holds {len(part)} of {len(hidden)} tokens", flush=True)
dist.destroy_process_group()
