"""Saves an adapter on a machine that cannot reach the Hub, with today's PEFT."""

import os
from pathlib import Path

os.environ["HF_ENDPOINT"] = "http://127.0.0.1:9"  # nothing listens there

from peft import LoraConfig, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

config = LlamaConfig(hidden_size=16, intermediate_size=16, num_hidden_layers=1, num_attention_heads=2, vocab_size=64)
base = LlamaForCausalLM(config)
base.config._name_or_path = base.name_or_path = "some-lab/some-model"
model = get_peft_model(base, LoraConfig(r=2, target_modules=["q_proj"], task_type="CAUSAL_LM"))

model.save_pretrained("adapter")
print(f"saved {Path('adapter/adapter_model.safetensors').stat().st_size} bytes")
