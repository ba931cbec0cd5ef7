"""ZeRO-3 without the Trainer: each rank generates as long as its own prompt needs."""

import deepspeed
import torch
import torch.distributed as dist
from transformers import LlamaConfig, LlamaForCausalLM

size = {"hidden_size": 32, "intermediate_size": 32, "num_attention_heads": 2, "num_hidden_layers": 2, "vocab_size": 64}
model = LlamaForCausalLM(LlamaConfig(**size, pad_token_id=0, eos_token_id=None))
zero = {"stage": 3, "stage3_param_persistence_threshold": 0}
config = {"train_micro_batch_size_per_gpu": 1, "zero_optimization": zero}
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(model.parameters()), config=config)

prompt = torch.tensor([[5, 6, 7]])
length = 3 if dist.get_rank() == 0 else 9
out = engine.module.generate(prompt, attention_mask=torch.ones_like(prompt), max_new_tokens=length)
dist.barrier()
print(f"rank {dist.get_rank()}: {out.shape[1] - prompt.shape[1]} new tokens", flush=True)
dist.destroy_process_group()
