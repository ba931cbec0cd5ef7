"""Both ranks collect ZeRO-3's weights once and generate with a copy; an unsharded model of the same size is the measure."""

import time

import deepspeed
import torch
import torch.distributed as dist
from transformers import LlamaConfig, LlamaForCausalLM

size = {"hidden_size": 64, "intermediate_size": 64, "num_attention_heads": 2, "num_hidden_layers": 4, "vocab_size": 64}
model, plain = (LlamaForCausalLM(LlamaConfig(**size, pad_token_id=0, eos_token_id=None)) for _ in range(2))
zero = {"stage": 3, "stage3_param_persistence_threshold": 0}
config = {"train_micro_batch_size_per_gpu": 1, "zero_optimization": zero}
deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(model.parameters()), config=config)
prompt = torch.tensor([[5, 6, 7]])


def rollout():
    with deepspeed.zero.GatheredParameters(list(model.parameters())):
        plain.load_state_dict(model.state_dict())
    return plain


def seconds(start_from):
    start = time.perf_counter()
    start_from().generate(prompt, attention_mask=torch.ones_like(prompt), max_new_tokens=30, synced_gpus=True)
    return time.perf_counter() - start


for generator in (rollout, lambda: plain):  # the first calls do not count
    seconds(generator)
sharded, reference = seconds(rollout), seconds(lambda: plain)
if dist.get_rank() == 0:
    print(f"30 tokens: {sharded:.2f} s, unsharded {reference:.2f} s")
    print(f"MEASURED times as slow as an unsharded model = {sharded / reference:.2f}", flush=True)
dist.destroy_process_group()
