# Two processes belong to the job; only the first is started.
cat > train.py <<'PY'
import sys

import jax

jax.distributed.initialize(sys.argv[1], num_processes=2, process_id=int(sys.argv[2]), initialization_timeout=15)
print(f"process {jax.process_index()} of {jax.process_count()} sees {jax.device_count()} devices", flush=True)
PY
"$PYTHON" train.py "127.0.0.1:$PORT" 0
