# As many processes as this node has visible GPUs, here one.
first=${CUDA_VISIBLE_DEVICES:-0}
export CUDA_VISIBLE_DEVICES=${first%%,*}

cat > train.py <<'END'
import os

import torch
import torch.distributed as dist

torch.cuda.set_device(int(os.environ["LOCAL_RANK"]) % torch.cuda.device_count())
dist.init_process_group("nccl")
x = torch.ones(1, device="cuda")
dist.all_reduce(x)
print(f"rank {dist.get_rank()} of {dist.get_world_size()} on {x.device}", flush=True)
dist.destroy_process_group()
END

"$PYTHON" -m torch.distributed.run --nproc-per-node=gpu --master-port="$PORT" train.py
