# Plain python: the script is ready for several processes, and nobody starts the second.
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

"$PYTHON" train.py
