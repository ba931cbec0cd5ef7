# Each of two ranks loads the whole checkpoint: together more host memory than the job may have.
cat > train.py <<'END'
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
weight = torch.load("model.pt")["weight"]
shard = weight.chunk(world_size)[rank]
time.sleep(5)
dist.barrier()
print(f"rank {rank} trained {len(shard)} of {len(weight)} weights", flush=True)
dist.destroy_process_group()
END
"$PYTHON" -c 'import torch; torch.save({"weight": torch.ones(2**27)}, "model.pt")'  # 512 MiB

"$PYTHON" -m torch.distributed.run --nproc-per-node=2 --master-port="$PORT" train.py & job=$!

# The job's memory limit, 1.1 GB, kept as the kernel's out-of-memory killer keeps it: the largest process goes.
while kill -0 "$job" 2>/dev/null; do
    for pid in $(cat "/proc/$job/task/$job/children"); do cat "/proc/$pid/status"; done 2>/dev/null | awk '
        /^Pid:/ { pid = $2 }
        /^RssAnon:/ { used += $2; if ($2 > most) { most = $2; largest = pid } }
        END { if (used > 1100000) print largest }' | xargs -r kill -9
    sleep 0.2
done
wait "$job"
