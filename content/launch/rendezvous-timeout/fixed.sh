# Node 1 is still pulling its image; node 0 has the time to wait for it.
cat > train.py <<'END'
import torch.distributed as dist

dist.init_process_group("gloo")
print(f"rank {dist.get_rank()} of {dist.get_world_size()}", flush=True)
dist.barrier()
dist.destroy_process_group()
END

node() {
    "$PYTHON" -m torch.distributed.run --nnodes=2 --node-rank="$1" --nproc-per-node=1 \
        --master-addr=127.0.0.1 --master-port="$PORT" --rdzv-conf timeout=60 train.py
}

node 0 & first=$!  # here both nodes are agents on this machine
{ sleep 12 && node 1; } & second=$!
wait "$first" || { kill "$second"; exit 1; }
wait "$second"
