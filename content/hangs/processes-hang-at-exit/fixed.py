"""The thread is a daemon: Python ends without waiting for it."""

import atexit
import threading
import time

import torch
import torch.distributed as dist


def report():
    while True:
        time.sleep(1)


dist.init_process_group("gloo")
threading.Thread(target=report, daemon=True).start()

loss = torch.rand(())
dist.all_reduce(loss)
print(f"rank {dist.get_rank()} finished with loss {loss.item():.3f}", flush=True)
atexit.register(print, f"rank {dist.get_rank()} leaves, loss was {loss.item():.3f}", flush=True)
dist.destroy_process_group()
