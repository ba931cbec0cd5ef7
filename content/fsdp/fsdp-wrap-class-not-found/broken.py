"""The FSDP configuration names the layer class as an older release of transformers spelt it."""

from accelerate.utils import FullyShardedDataParallelPlugin
from transformers import LlamaConfig, LlamaForCausalLM

size = {"hidden_size": 8, "intermediate_size": 8, "num_attention_heads": 1, "num_hidden_layers": 2, "vocab_size": 16}
model = LlamaForCausalLM(LlamaConfig(**size))
plugin = FullyShardedDataParallelPlugin(
    auto_wrap_policy="transformer_based_wrap",
    transformer_cls_names_to_wrap=["LLaMADecoderLayer"],
)
plugin.set_auto_wrap_policy(model)  # what accelerator.prepare(model) calls first
print(plugin.auto_wrap_policy.keywords, flush=True)
