"""A rank keeps 300 files open, with room for 1024; a background thread is to end when the rank does."""

import subprocess
import sys

RANK = """
import os, resource, sys, threading, time

resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))  # as ulimit -S -n 1024


def beat():
    while True:
        time.sleep(0.001)


class Tracker:
    def __del__(self, sleep=time.sleep):
        sleep(0.5)  # waits for its last upload


threading.Thread(target=beat, daemon=True).start()
sys.tracker = Tracker()  # lives until the interpreter ends
shards = []
try:
    while len(shards) < 300:
        shards.append(os.open("/dev/zero", os.O_RDONLY))
except OSError:
    pass  # it trains on those that it could open
print(len(shards), "shards open", flush=True)
"""
rank = subprocess.run([sys.executable, "-I", "-c", RANK])
print("the rank ended with status", rank.returncode)
sys.exit(rank.returncode != 0)
