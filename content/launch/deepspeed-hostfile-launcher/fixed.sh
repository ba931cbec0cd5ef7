# Two nodes without ssh: every host has a line `name slots=N`, and the same command runs on each.
cat > hostfile <<'END'
worker-1 slots=1
worker-2 slots=1
END
cat > train.py <<'END'
import torch.distributed as dist

dist.init_process_group("gloo")
print(f"rank {dist.get_rank()} of {dist.get_world_size()} trains", flush=True)
dist.destroy_process_group()
END

node() {  # here both nodes are this machine; sed keeps their lines apart
    "$PYTHON" -m deepspeed.launcher.runner --hostfile hostfile --no_ssh --node_rank "$1" \
        --master_addr 127.0.0.1 --master_port "$PORT" train.py 2>&1 | sed -u "s/^/node $1: /"
}

set -o pipefail
node 0 & first=$!
node 1 & second=$!
wait "$first" && wait "$second"
