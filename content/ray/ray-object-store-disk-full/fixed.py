"""Rollouts overflow the object store, and the disk that it spills to may be used to 99 percent."""

import os

import numpy as np
import ray

disk = {"local_fs_capacity_threshold": 0.99}
folder = os.path.abspath("ray")
ray.init(num_cpus=1, object_store_memory=100 * 2**20, include_dashboard=False, _temp_dir=folder, _system_config=disk)
kept = []
for step in range(6):
    rollouts = ray.put(np.full(5 * 2**20, step, dtype=np.float64))  # 40 MiB
    kept.append(rollouts)
    total = ray.get(rollouts).sum()
    del rollouts
    print(f"step {step}: sum {total:.0f}", flush=True)
print(f"{len(kept)} steps, last sum {total:.0f}", flush=True)
