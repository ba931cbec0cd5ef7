"""A loop as for DDP: backward is called on the loss, behind the back of the DeepSpeed engine."""

import deepspeed
import torch
import torch.distributed as dist

config = {"train_micro_batch_size_per_gpu": 2, "zero_optimization": {"stage": 2}}
model = torch.nn.Linear(8, 8)
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(model.parameters()), config=config)
before = engine.module.weight.detach().clone()

for _ in range(3):
    loss = engine(torch.randn(2, 8, device=engine.device)).square().mean()
    loss.backward()
    engine.step()

weight = engine.module.weight.detach()
of_each_rank = [torch.empty_like(weight) for _ in range(dist.get_world_size())]
dist.all_gather(of_each_rank, weight)
assert not torch.equal(weight, before), "the weights have not moved"
assert all(torch.equal(weight, other) for other in of_each_rank), "the ranks differ"
print(f"rank {dist.get_rank()}: DeepSpeed {deepspeed.__version__}, the weights moved, alike on all ranks")
dist.destroy_process_group()
