"""Under ZeRO-3 the weights are asked for, and the configuration does not let them be gathered."""

import os

import torch
from accelerate import Accelerator
from accelerate.utils import DeepSpeedPlugin, InitProcessGroupKwargs

config = {
    "train_micro_batch_size_per_gpu": 2,
    "zero_optimization": {"stage": 3, "stage3_gather_16bit_weights_on_model_save": False},
}
accelerator = Accelerator(
    kwargs_handlers=[InitProcessGroupKwargs(backend="gloo")], deepspeed_plugin=DeepSpeedPlugin(hf_ds_config=config)
)
model = torch.nn.Linear(8, 8)
model, optimizer = accelerator.prepare(model, torch.optim.AdamW(model.parameters()))

weights = accelerator.get_state_dict(model)
if accelerator.is_main_process:
    print(f"rank 0 has {sum(w.numel() for w in weights.values())} numbers", flush=True)
accelerator.wait_for_everyone()
os._exit(0)  # on a CPU, gloo's threads may crash while Python shuts down
