"""A job prints three steps into a pipe, as into a log, and is killed."""

import os
import subprocess
import sys

STEPS = """
import os, signal
for step in range(3):
    print("step", step)
os.kill(os.getpid(), signal.SIGKILL)
"""
environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
job = subprocess.run([sys.executable, "-c", STEPS], stdout=subprocess.PIPE, env=environment)
print("job ended with status", job.returncode)
print("MEASURED lines of the killed job that reached its log =", len(job.stdout.splitlines()))
