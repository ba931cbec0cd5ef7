# The script takes the configuration and the number of processes by position; the number is forgotten.
cat > train.py <<'END'
import torch.distributed as dist

dist.init_process_group("gloo")
print(f"rank {dist.get_rank()} of {dist.get_world_size()} trained")
dist.destroy_process_group()
END
cat > dist_train.sh <<'END'
CONFIG=$1
GPUS=$2
"$PYTHON" -m torch.distributed.run --nproc_per_node="$GPUS" --master_port="$PORT" train.py "$CONFIG" "${@:3}"
END
bash dist_train.sh config.py --work-dir out
