"""An earlier ray.init() left a token in ~/.ray; today a cluster is started with `ray start`, and a driver joins it."""

import os
import socket
import subprocess
import sys
import time

import ray

ray.init(num_cpus=1, include_dashboard=False, object_store_memory=80 * 1024**2)  # yesterday, on this machine
ray.shutdown()
os.environ["RAY_AUTH_MODE"] = "token"  # on every node and in every driver

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
command = ["start", "--head", f"--port={port}", "--num-cpus=1", "--include-dashboard=false", "--block"]
command += [f"--object-store-memory={80 * 1024**2}", "--disable-usage-stats", f"--temp-dir={os.environ['HOME']}/r"]
head = subprocess.Popen([sys.executable, "-m", "ray.scripts.scripts", *command], start_new_session=True)

JOB = """
import sys, ray
ray.init(address=sys.argv[1])
square = ray.remote(lambda x: x * x)
print("squares:", ray.get([square.remote(i) for i in range(4)]), "on", len(ray.nodes()), "node", flush=True)
"""
try:
    while head.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(1)
    time.sleep(5)
    job = subprocess.run([sys.executable, "-c", JOB, f"127.0.0.1:{port}"])
finally:
    head.terminate()
    head.wait(60)
sys.exit(job.returncode)
