# Rank 0 prepares its data before it meets the others; rank 1 looks for its store in the meantime.
cat > train.py <<'END'
import os
import time
from datetime import timedelta

import torch.distributed as dist

if os.environ["RANK"] == "0":
    time.sleep(25)  # tokenising, downloading, reading a data set
dist.init_process_group("gloo", timeout=timedelta(seconds=6))  # 30 minutes by default
print(f"rank {dist.get_rank()} of {dist.get_world_size()}", flush=True)
dist.destroy_process_group()
END

export MASTER_ADDR=127.0.0.1 MASTER_PORT="$PORT" WORLD_SIZE=2
RANK=0 "$PYTHON" train.py & first=$!
RANK=1 "$PYTHON" train.py & second=$!
wait "$second" && wait "$first"
