# Two processes share one array; each gathers it.
cat > train.py <<'END'
import sys

import jax
import numpy as np
from jax.experimental import multihost_utils
from jax.sharding import Mesh, NamedSharding, PartitionSpec

jax.distributed.initialize(f"127.0.0.1:{sys.argv[1]}", 2, int(sys.argv[2]))
mesh = Mesh(np.array(jax.devices()), ("data",))
mine = np.full(3, 1.5 + jax.process_index(), np.float32)
x = jax.make_array_from_process_local_data(NamedSharding(mesh, PartitionSpec("data")), mine)
full = multihost_utils.process_allgather(x, tiled=True)
print(f"process {jax.process_index()} of {jax.process_count()} sees {full.size} values, sum {full.sum():.2f}")
multihost_utils.sync_global_devices("end")
END
export JAX_PLATFORMS=cpu
"$PYTHON" -u train.py "$PORT" 1 &
"$PYTHON" -u train.py "$PORT" 0
status=$?
wait
exit "$status"
