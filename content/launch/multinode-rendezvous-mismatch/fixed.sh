# Two nodes, both with one identical command that names where they meet: one job of two.
cat > train.py <<'END'
import os

import torch.distributed as dist

dist.init_process_group("gloo")
world_size, node = dist.get_world_size(), os.environ["GROUP_RANK"]
print(f"MEASURED world size = {world_size} (rank {dist.get_rank()}, node {node})", flush=True)
dist.barrier()
dist.destroy_process_group()
END

node() {
    "$PYTHON" -m torch.distributed.run --nproc-per-node=1 \
        --nnodes=2 --rdzv-backend=c10d --rdzv-endpoint="127.0.0.1:$PORT" --rdzv-id=job42 train.py
}

node & first=$!  # here both nodes are agents on this machine
node & second=$!
wait "$first" && wait "$second"
