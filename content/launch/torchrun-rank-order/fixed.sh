# Two nodes with the static rendezvous: --node-rank counts, whatever their addresses are.
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
        --master-addr=127.0.0.9 --master-port="$PORT" train.py
}

node 0 127.0.0.9 & first=$!
node 1 127.0.0.1 & second=$!
wait "$first" && wait "$second"
