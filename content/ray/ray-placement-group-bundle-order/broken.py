"""Four nodes of eight GPUs, one placement group for all, four engines of tensor parallel size eight."""

import os

os.environ["RAY_AUTH_MODE"] = "disabled"
import ray
from ray.cluster_utils import Cluster

cluster = Cluster()
for _ in range(4):
    cluster.add_node(num_cpus=16, num_gpus=8, object_store_memory=80 * 2**20)
ray.init(address=cluster.address, log_to_driver=False)
group = ray.util.placement_group([{"GPU": 1, "CPU": 1}] * 32, strategy="PACK")
ray.get(group.ready())
node_of = ray.util.placement_group_table(group)["bundles_to_node_id"]
order = sorted(node_of)
engines = [order[first : first + 8] for first in range(0, 32, 8)]
names = {node: number for number, node in enumerate(sorted(set(node_of.values())))}
for engine in engines:
    print("an engine's bundles", engine, "lie on nodes", [names[node_of[bundle]] for bundle in engine])
split = sum(len({node_of[bundle] for bundle in engine}) > 1 for engine in engines)
print("MEASURED engines of eight GPUs that lie on more than one node =", split)
