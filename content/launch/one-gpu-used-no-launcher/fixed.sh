# A launcher starts one process for each worker of this machine.
cat > train.py <<'END'
import os

import torch.distributed as dist
from torch.distributed import HashStore

if "RANK" in os.environ:
    dist.init_process_group("gloo")
else:
    dist.init_process_group("gloo", store=HashStore(), rank=0, world_size=1)
if dist.get_rank() == 0:
    print(f"MEASURED processes in the group = {dist.get_world_size()}")
dist.destroy_process_group()
END

"$PYTHON" -m torch.distributed.run --master-port "$PORT" --nproc-per-node 2 train.py
