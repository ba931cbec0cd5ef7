"""Three epochs of four optimizer steps; the scheduler in the DeepSpeed config has the number of steps of all three."""

import deepspeed
import torch
import torch.distributed as dist

EPOCHS, STEPS = 3, 4
config = {
    "train_micro_batch_size_per_gpu": 2,
    "optimizer": {"type": "AdamW", "params": {"lr": 1e-2, "torch_adam": True}},
    "scheduler": {
        "type": "WarmupDecayLR",
        "params": {"warmup_max_lr": 1e-2, "warmup_num_steps": 1, "total_num_steps": EPOCHS * STEPS},
    },
}
engine, *_ = deepspeed.initialize(model=torch.nn.Linear(8, 8), config=config)

for epoch in range(EPOCHS):
    before = engine.module.weight.detach().clone()
    for _ in range(STEPS):
        rate = engine.optimizer.param_groups[0]["lr"]
        loss = engine(torch.randn(2, 8, device=engine.device)).square().mean()
        engine.backward(loss)
        engine.step()
        print(f"epoch {epoch + 1}, step {engine.global_steps}, skipped {engine.skipped_steps}, learning rate {rate:g}")

moved = (engine.module.weight.detach() - before).abs().max().item()
print(f"MEASURED largest change of a weight in the last epoch = {moved:g}")
dist.destroy_process_group()
