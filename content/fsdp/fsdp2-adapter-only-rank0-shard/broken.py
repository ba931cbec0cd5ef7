"""FSDP2 saves and restores a LoRA adapter as the Trainer does, with FULL_STATE_DICT; start with torchrun."""

import torch
import torch.distributed as dist
from accelerate import Accelerator, FullyShardedDataParallelPlugin
from accelerate.utils import DistributedType, load_fsdp_model, save_fsdp_model
from peft import LoraConfig, get_peft_model
from torch.distributed.fsdp import fully_shard

accelerator = Accelerator(cpu=True)
plugin = FullyShardedDataParallelPlugin(fsdp_version=2, state_dict_type="FULL_STATE_DICT")
accelerator.state.distributed_type, accelerator.state.fsdp_plugin = DistributedType.FSDP, plugin

base = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU(), torch.nn.Linear(8, 8))
model = get_peft_model(base, LoraConfig(r=4, target_modules=["0", "2"]))
fully_shard(model)
adapter = [parameter.to_local().data for name, parameter in model.named_parameters() if "lora_" in name]
for shard in adapter:
    shard.fill_(1.0 + dist.get_rank())  # what training has made of it

save_fsdp_model(plugin, accelerator, model, "checkpoint", adapter_only=True)
accelerator.wait_for_everyone()
for shard in adapter:
    shard.zero_()  # a new process
load_fsdp_model(plugin, accelerator, model, "checkpoint", adapter_only=True)

back = torch.tensor([sum((shard == 1.0 + dist.get_rank()).sum().item() for shard in adapter)])
total = torch.tensor([sum(shard.numel() for shard in adapter)])
for count in (back, total):
    dist.all_reduce(count)
if dist.get_rank() == 0:
    print("MEASURED share of the adapter that came back =", back.item() / total.item())
dist.destroy_process_group()
