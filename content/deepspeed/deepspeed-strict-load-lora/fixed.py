"""A LoRA run saves its trainable parameters alone and resumes without the strict comparison."""

import deepspeed
import torch
from peft import LoraConfig, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

size = {"hidden_size": 16, "intermediate_size": 16, "num_attention_heads": 2, "num_hidden_layers": 2, "vocab_size": 64}
config = {"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 1}}


def build():
    torch.manual_seed(0)  # stands for from_pretrained: the same base weights in both runs
    model = get_peft_model(LlamaForCausalLM(LlamaConfig(**size)), LoraConfig(target_modules=["q_proj", "v_proj"]))
    trained = [p for p in model.parameters() if p.requires_grad]
    return deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(trained), config=config)[0]


engine, tokens = build(), torch.tensor([[1, 2, 3]])
engine.backward(engine(input_ids=tokens, labels=tokens).loss)
engine.step()
engine.save_checkpoint("ckpt", exclude_frozen_parameters=True)

resumed = build()
resumed.load_checkpoint("ckpt", load_module_strict=False)
total = sum(p.abs().sum().item() for n, p in resumed.module.named_parameters() if "lora_B" in n)
print(f"resumed at step {resumed.global_steps} with LoRA weights summing to {total:.4f}", flush=True)
torch.distributed.destroy_process_group()
