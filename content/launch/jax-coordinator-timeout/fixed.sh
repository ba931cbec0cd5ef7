# Two processes are expected, and both are started.
cat > train.py <<'END'
import sys

import jax

jax.distributed.initialize(f"127.0.0.1:{sys.argv[1]}", 2, int(sys.argv[2]), initialization_timeout=10)
print(f"process {jax.process_index()} of {jax.process_count()} sees {jax.device_count()} devices")
END
export JAX_PLATFORMS=cpu
"$PYTHON" train.py "$PORT" 1 &
"$PYTHON" train.py "$PORT" 0
status=$?
wait || status=$?
exit "$status"
