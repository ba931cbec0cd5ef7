# Saved by two ranks, each its own file; loaded by three.
cat > train.py <<'END'
import sys

import torch
import torch.distributed as dist
from accelerate import Accelerator, FullyShardedDataParallelPlugin
from accelerate.utils import DistributedType, load_fsdp_model, save_fsdp_model
from torch.distributed.fsdp import fully_shard

accelerator = Accelerator(cpu=True)
plugin = FullyShardedDataParallelPlugin(fsdp_version=2, state_dict_type="SHARDED_STATE_DICT")
accelerator.state.distributed_type, accelerator.state.fsdp_plugin = DistributedType.FSDP, plugin
model = fully_shard(torch.nn.Linear(6, 6))
how = {"use_dcp": sys.argv[2] == "dcp"}
if sys.argv[1] == "save":
    save_fsdp_model(plugin, accelerator, model, "checkpoint", **how)
else:
    load_fsdp_model(plugin, accelerator, model, "checkpoint", **how)
    print(f"rank {dist.get_rank()} of {dist.get_world_size()}: sum {model.weight.full_tensor().sum().item():.4f}")
dist.destroy_process_group()
END
$PYTHON -m torch.distributed.run --nproc-per-node 2 --master-port $PORT train.py save files || exit 9
$PYTHON -m torch.distributed.run --nproc-per-node 3 --master-port $PORT train.py load files
