# Two processes; the second is killed in its fourth step, as by the kernel when memory runs out.
cat > train.py <<'PY'
import os
import sys
import time

import jax

jax.distributed.initialize(sys.argv[1], num_processes=2, process_id=int(sys.argv[2]), heartbeat_timeout_seconds=10)
steps = 0
for step in range(25):
    if step == 3 and jax.process_index() == 1:
        os.kill(os.getpid(), 9)
    time.sleep(1)
    steps += 1
print(f"process {jax.process_index()} of {jax.process_count()} made {steps} steps", flush=True)
PY
"$PYTHON" train.py "127.0.0.1:$PORT" 1 &
"$PYTHON" train.py "127.0.0.1:$PORT" 0
