"""A scheduler, a server and a worker of MXNet's dist_sync."""

import os
import subprocess
import sys

WORK = """
import mxnet
store = mxnet.kv.create("dist_sync")
store.init("w", mxnet.nd.ones((2, 2)))
store.push("w", mxnet.nd.ones((2, 2)) * 3)
pulled = mxnet.nd.zeros((2, 2))
store.pull("w", out=pulled)
print("rank", store.rank, "pulled", pulled.sum().asscalar())
"""
job = {"DMLC_PS_ROOT_URI": "127.0.0.1", "DMLC_PS_ROOT_PORT": os.environ["PORT"]}
job |= {"DMLC_NUM_WORKER": "1", "DMLC_NUM_SERVER": "1"}
roles = [
    subprocess.Popen([sys.executable, "-c", WORK], env=os.environ | job | {"DMLC_ROLE": role})
    for role in ("scheduler", "server", "worker")
]
try:
    sys.exit(roles[2].wait())
finally:
    for role in roles:
        role.kill()
