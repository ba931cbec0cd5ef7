"""The same project with the checkpoints left out."""

import os
from pathlib import Path

os.environ["RAY_max_grpc_message_size"] = str(20 * 1000**2)

import ray  # noqa: E402 - Ray reads the limit when it is imported

del os.environ["RAY_max_grpc_message_size"]  # the cluster itself keeps its own

project = Path("project")
(project / "checkpoints").mkdir(parents=True, exist_ok=True)
(project / "checkpoints" / "model.bin").write_bytes(os.urandom(40 * 1000**2))
(project / "train.txt").write_text("code\n")

ray.init(
    num_cpus=1,
    include_dashboard=False,
    object_store_memory=80 * 1024**2,
    runtime_env={"working_dir": str(project), "excludes": ["checkpoints"]},
)


@ray.remote
def files():
    """What arrived."""
    return [path.name for path in Path.cwd().rglob("*") if path.is_file()]


print(f"task sees {len(ray.get(files.remote()))} files", flush=True)
ray.shutdown()
