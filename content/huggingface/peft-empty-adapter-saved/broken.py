"""ZeRO-3: the adapter is saved from the model as it stands, that is, from shards."""

import deepspeed
import torch
import torch.distributed as dist
from peft import LoraConfig, get_peft_model
from safetensors.torch import load_file
from transformers import LlamaConfig, LlamaForCausalLM

size = {"hidden_size": 16, "intermediate_size": 16, "num_attention_heads": 2, "num_hidden_layers": 1, "vocab_size": 64}
model = get_peft_model(LlamaForCausalLM(LlamaConfig(**size)), LoraConfig(target_modules=["q_proj"]))
zero = {"stage": 3, "stage3_param_persistence_threshold": 0}
config = {"train_micro_batch_size_per_gpu": 1, "zero_optimization": zero}
trained = [p for p in model.parameters() if p.requires_grad]
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(trained), config=config)
tokens = torch.tensor([[1, 2, 3]])
engine.backward(engine(input_ids=tokens, labels=tokens).loss)
engine.step()

state = model.state_dict()
if dist.get_rank() == 0:
    model.save_pretrained("adapter", state_dict=state)
    saved = load_file("adapter/adapter_model.safetensors")
    count = sum(tensor.numel() for name, tensor in saved.items() if "lora_B" in name)
    print(f"MEASURED numbers in the saved lora_B = {count}", flush=True)
dist.barrier()
dist.destroy_process_group()
