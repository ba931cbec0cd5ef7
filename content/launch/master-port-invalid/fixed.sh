# A port below 65536.
cat > train.py <<'END'
import torch.distributed as dist

dist.init_process_group("gloo")
print(f"rank {dist.get_rank()} of {dist.get_world_size()}", flush=True)
dist.destroy_process_group()
END

job=62871
export MASTER_ADDR=127.0.0.1 MASTER_PORT=$((PORT + job % 1)) WORLD_SIZE=2
RANK=0 "$PYTHON" train.py & first=$!
RANK=1 "$PYTHON" train.py & second=$!
wait "$first" && wait "$second"
