"""Two pipeline stages; the second batch has 4 samples, the first had 8."""

import deepspeed
import torch
from deepspeed.pipe import PipelineModule

deepspeed.init_distributed("gloo")
torch.manual_seed(0)
layers = [torch.nn.Linear(16, 16), torch.nn.Linear(16, 10)]
model = PipelineModule(
    layers=layers,
    num_stages=2,
    loss_fn=torch.nn.CrossEntropyLoss(),
    partition_method="uniform",
)
config = {
    "train_micro_batch_size_per_gpu": 8,
    "gradient_accumulation_steps": 1,
    "optimizer": {"type": "Adam", "params": {"lr": 1e-3, "torch_adam": True}},
}
engine, *_ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=config)
data = torch.utils.data.TensorDataset(torch.randn(12, 16), torch.randint(0, 10, (12,)))
batches = iter(torch.utils.data.DataLoader(data, batch_size=8))
losses = [engine.train_batch(batches).item() for _ in range(2)]
print(f"stage {engine.stage_id}: losses of {len(losses)} batches, the last {losses[-1]:.4f}", flush=True)
torch.distributed.destroy_process_group()
