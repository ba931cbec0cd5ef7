"""One process of a JAX job, with its own coordinator."""

import os

import jax

local = len(jax.local_devices())
jax.distributed.initialize(f"127.0.0.1:{os.environ['PORT']}", num_processes=1, process_id=0)
print(f"process {jax.process_index()} of {jax.process_count()}, {jax.device_count()} devices")
