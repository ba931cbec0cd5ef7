"""Ray with an object store of a size that is asked for; /dev/shm has to hold it."""

import ray

STORE = 200_000_000
ray.init(num_cpus=1, _memory=1_000_000_000, object_store_memory=STORE, include_dashboard=False)
object_ = ray.put(bytes(10_000_000))
store = ray.cluster_resources()["object_store_memory"]
print(f"an object of {len(ray.get(object_))} bytes in a store of {store:.0f}")
