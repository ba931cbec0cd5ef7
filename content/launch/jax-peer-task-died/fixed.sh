# Two processes; the second has memory enough.
cat > train.py <<'PY'
import sys
import time

import jax

jax.distributed.initialize(sys.argv[1], num_processes=2, process_id=int(sys.argv[2]), heartbeat_timeout_seconds=10)
steps = 0
for step in range(25):
    time.sleep(1)
    steps += 1
print(f"process {jax.process_index()} of {jax.process_count()} made {steps} steps", flush=True)
PY
"$PYTHON" train.py "127.0.0.1:$PORT" 1 &
"$PYTHON" train.py "127.0.0.1:$PORT" 0
