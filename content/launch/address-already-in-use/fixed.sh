# Two jobs on one machine, each on a free port of its own: both train.
cat > train.py <<'END'
import sys
import time
from pathlib import Path

import torch.distributed as dist

dist.init_process_group("gloo")
job = sys.argv[1]
print(f"the {job} job trains, rank {dist.get_rank()} of {dist.get_world_size()}", flush=True)
Path(job).touch()
while job == "first" and not Path("second-is-over").exists():
    time.sleep(0.2)
dist.destroy_process_group()
END

train() {
    "$PYTHON" -m torch.distributed.run --nproc-per-node=1 --standalone train.py "$1"
}

train first & first=$!
until [ -e first ]; do sleep 0.2; done  # it has the port now
train second
status=$?
touch second-is-over
wait "$first" && exit "$status"
