# Both ranks are told rank 0's hostname, which nothing on these machines can resolve.
cat > train.py <<'END'
from datetime import timedelta

import torch.distributed as dist

dist.init_process_group("gloo", timeout=timedelta(seconds=6))  # 30 minutes by default
print(f"rank {dist.get_rank()} of {dist.get_world_size()}", flush=True)
dist.barrier()
dist.destroy_process_group()
END

export MASTER_ADDR=gpu-node-0.invalid MASTER_PORT="$PORT" WORLD_SIZE=2
RANK=0 "$PYTHON" train.py & first=$!
RANK=1 "$PYTHON" train.py & second=$!
wait "$first" && wait "$second"
