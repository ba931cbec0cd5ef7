"""One process of a JAX job, with its own coordinator."""

import os

import jax

jax.distributed.initialize(f"127.0.0.1:{os.environ['PORT']}", num_processes=1, process_id=0)
local = len(jax.local_devices())
print(f"process {jax.process_index()} of {jax.process_count()}, {jax.device_count()} devices")
