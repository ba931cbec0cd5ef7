"""A small Llama whose layers are checkpointed from outside, with its key-value cache on."""

import torch
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import apply_activation_checkpointing
from transformers import LlamaConfig, LlamaForCausalLM
from transformers.models.llama.modeling_llama import LlamaDecoderLayer

sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
config = LlamaConfig(vocab_size=32, max_position_embeddings=32, use_cache=True, **sizes)
torch.manual_seed(0)
model = LlamaForCausalLM(config).train()
apply_activation_checkpointing(model, check_fn=lambda module: isinstance(module, LlamaDecoderLayer))
ids = torch.arange(8).unsqueeze(0)
model(input_ids=ids, labels=ids).loss.backward()
norm = torch.nn.utils.get_total_norm([p.grad for p in model.parameters() if p.grad is not None])
print(f"backward done, gradient norm {norm.item():.4f}", flush=True)
