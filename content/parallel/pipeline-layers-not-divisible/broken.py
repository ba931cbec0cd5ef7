import torch
from megatron.core.transformer.transformer_block import get_num_layers_to_build
from megatron.core.transformer.transformer_config import TransformerConfig

config = TransformerConfig(
    num_layers=6,
    hidden_size=96,
    num_attention_heads=6,
    pipeline_model_parallel_size=4,
    pipeline_dtype=torch.float32,
)
print("layers of stage 0:", get_num_layers_to_build(config, pp_rank=0))
