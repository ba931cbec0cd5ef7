"""The last batch of a data set, 6 samples, is padded to a multiple of the mesh's 4 devices."""

import os

os.environ |= {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": "--xla_force_host_platform_device_count=4"}

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

mesh = Mesh(np.array(jax.devices()), ("data",))
step = jax.jit(lambda batch: batch * 2, in_shardings=NamedSharding(mesh, PartitionSpec("data")))
batch = np.ones((6, 3), np.float32)
batch = np.pad(batch, ((0, -len(batch) % mesh.size), (0, 0)))  # the loss masks what was added
shards = step(batch).addressable_shards
print(f"{len(shards)} devices have {len(shards[0].data)} samples each")
