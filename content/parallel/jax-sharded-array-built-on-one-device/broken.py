"""Four devices share one array of zeros; how much of it lies on the first device when it is made?"""

import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec

sharding = NamedSharding(jax.make_mesh((4,), ("x",)), PartitionSpec("x"))
made = jnp.zeros((4096, 1024))
share = max(piece.data.size for piece in made.addressable_shards) / made.size
array = jax.device_put(made, sharding)
print("at last", len(array.addressable_shards), "pieces of", array.addressable_shards[0].data.shape)
print("MEASURED share of the new array on one device =", share)
