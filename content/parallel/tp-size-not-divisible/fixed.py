from megatron.core.transformer.transformer_config import TransformerConfig

config = TransformerConfig(num_layers=2, hidden_size=96, num_attention_heads=6, tensor_model_parallel_size=2)
print("query groups", config.num_query_groups)
