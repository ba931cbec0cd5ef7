"""keras.distribution with the JAX backend."""

import os

os.environ["KERAS_BACKEND"] = "jax"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"  # two CPU devices stand for two GPUs
import keras

devices = keras.distribution.list_devices()
mesh = keras.distribution.DeviceMesh((1, 2), ("batch", "model"), devices)
layout = keras.distribution.LayoutMap(mesh)
layout[".*dense.*/kernel"] = (None, "model")
keras.distribution.set_distribution(keras.distribution.ModelParallel(layout_map=layout, batch_dim_name="batch"))
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(8)])
kernel = model.layers[0].kernel.value
print(f"kernel {kernel.shape}, on each of {len(devices)} devices: {kernel.sharding.shard_shape(kernel.shape)}")
