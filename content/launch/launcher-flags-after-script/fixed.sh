# In front of the script it belongs to torchrun.
cat > train.py <<'END'
import argparse

import torch.distributed as dist

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=0.1)
args = parser.parse_args()
dist.init_process_group("gloo")
print(f"rank {dist.get_rank()} of {dist.get_world_size()}", flush=True)
dist.destroy_process_group()
END

"$PYTHON" -m torch.distributed.run --master-port="$PORT" --nproc-per-node=2 train.py --lr 0.01
