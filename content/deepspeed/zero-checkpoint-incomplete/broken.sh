# Two ranks save a ZeRO-2 checkpoint; rank 1's file stays on the disk of its own node.
cat > train.py <<'PY'
import deepspeed
import torch

config = {"train_micro_batch_size_per_gpu": 2, "zero_optimization": {"stage": 2}}
model = torch.nn.Linear(9, 8)
engine, *_ = deepspeed.initialize(model=model, optimizer=torch.optim.AdamW(model.parameters()), config=config)
engine.backward(engine(torch.randn(2, 9, device=engine.device)).square().mean())
engine.step()
engine.save_checkpoint("ckpt", tag="global_step1")
torch.distributed.destroy_process_group()
PY
"$PYTHON" -m torch.distributed.run --master-addr 127.0.0.1 --master-port "$PORT" --nproc-per-node 2 train.py || exit 3
mkdir node2 && mv ckpt/global_step1/*zero_pp_rank_1_*optim_states.pt node2/
"$PYTHON" ckpt/zero_to_fp32.py ckpt out
