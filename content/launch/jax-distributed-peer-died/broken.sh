# Process 0 loses its coordination service's other member in the middle of the job.
cat > train.py <<'END'
import os
import sys
import time

import jax

jax.distributed.initialize(f"127.0.0.1:{sys.argv[1]}", 2, int(sys.argv[2]), heartbeat_timeout_seconds=5)
for step in range(20):
    time.sleep(1)
    if step == 1 and jax.process_index() == 1:
        os._exit(9)
print(f"process {jax.process_index()} finished after {step + 1} steps of {jax.process_count()} processes")
END
export JAX_PLATFORMS=cpu
"$PYTHON" -u train.py "$PORT" 1 &
"$PYTHON" -u train.py "$PORT" 0
status=$?
wait
exit "$status"
