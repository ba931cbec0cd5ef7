# The terminal hangs up while a job runs under nohup: torchrun leaves this signal alone, so nohup counts.
cat > train.py <<'END'
import time

import torch.distributed as dist

dist.init_process_group("gloo")
for step in range(8):
    print(f"rank {dist.get_rank()} step {step}", flush=True)
    time.sleep(1)
dist.destroy_process_group()
END

nohup "$PYTHON" -m torch.distributed.run --nproc-per-node=2 --master-port="$PORT" \
    --signals-to-handle SIGTERM,SIGINT,SIGQUIT train.py > train.log 2>&1 < /dev/null & job=$!
until grep -q "step 2" train.log; do sleep 0.2; done
kill -HUP "$job"  # what the kernel and the shell send when the terminal goes away
wait "$job"
status=$?
cat train.log
exit "$status"
