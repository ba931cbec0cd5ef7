# Both members of the coordination service stay until the end.
cat > train.py <<'END'
import sys
import time

import jax

jax.distributed.initialize(f"127.0.0.1:{sys.argv[1]}", 2, int(sys.argv[2]), heartbeat_timeout_seconds=5)
for step in range(20):
    time.sleep(1)
print(f"process {jax.process_index()} finished after {step + 1} steps of {jax.process_count()} processes")
END
export JAX_PLATFORMS=cpu
"$PYTHON" -u train.py "$PORT" 1 &
"$PYTHON" -u train.py "$PORT" 0
status=$?
wait
exit "$status"
