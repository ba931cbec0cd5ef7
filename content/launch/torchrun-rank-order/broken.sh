# Two nodes that meet by c10d: the node with --node-rank=0 does not get rank 0, the one whose address sorts first does.
cat > train.py <<'PY'
import os

import torch.distributed as dist

dist.init_process_group("gloo")
if os.environ["WANTED"] == "0":
    print(f"MEASURED rank on the first node = {dist.get_rank()}", flush=True)
dist.barrier()
dist.destroy_process_group()
PY

node() { # $1: the node's number, $2: its address (both are this machine)
    WANTED=$1 "$PYTHON" -m torch.distributed.run --nnodes=2 --nproc-per-node=1 --local-addr="$2" --node-rank="$1" \
        --rdzv-backend=c10d --rdzv-endpoint="127.0.0.9:$PORT" --rdzv-id=job42 train.py
}

node 0 127.0.0.9 & first=$!
node 1 127.0.0.1 & second=$!
wait "$first" && wait "$second"
