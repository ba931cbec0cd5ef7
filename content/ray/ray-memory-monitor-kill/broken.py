"""An actor holds 6 GiB on a node whose threshold lies 3 GiB above what is in use."""

import os

GIB = 1024**3
info = {line.split(":")[0]: int(line.split()[1]) * 1024 for line in open("/proc/meminfo")}
used = info["MemTotal"] - info["MemAvailable"]
os.environ["RAY_memory_usage_threshold"] = str((used + 3 * GIB) / info["MemTotal"])

import ray  # noqa: E402 - Ray reads the variable when it starts


@ray.remote
class Rollouts:
    """Keeps every piece."""

    def collect(self, pieces):
        kept = [bytearray(b"x" * (GIB // 8)) for _ in range(pieces)]
        return sum(len(piece) / GIB for piece in kept)


ray.init(num_cpus=1, include_dashboard=False, object_store_memory=80 * 1024**2)
total = ray.get(Rollouts.remote().collect.remote(48))
print(f"sum of 48 pieces: {total}", flush=True)
ray.shutdown()
