"""Something loads at every start of Python, so Ray's agent for runtime environments comes up after 45 seconds."""

import os
import tempfile

folder = tempfile.mkdtemp()
with open(os.path.join(folder, "sitecustomize.py"), "w") as hook:
    hook.write("import sys, time\nif any('runtime_env/agent' in a for a in sys.orig_argv):\n    time.sleep(45)\n")
os.environ["PYTHONPATH"] = folder + os.pathsep + os.environ.get("PYTHONPATH", "")
os.environ["RAY_agent_register_timeout_ms"] = "120000"

import ray  # noqa: E402 - Ray hands the environment to its processes when it starts


@ray.remote
def square(x):
    return x * x


ray.init(
    num_cpus=1,
    include_dashboard=False,
    object_store_memory=80 * 1024**2,
    runtime_env={"env_vars": {"MY_SETTING": "1"}},
)
print("squares:", ray.get([square.remote(i) for i in range(4)]), "on", len(ray.nodes()), "node", flush=True)
ray.shutdown()
