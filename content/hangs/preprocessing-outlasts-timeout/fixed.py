"""Rank 0 tokenises for ten seconds, and rank 1 may wait longer than that; start with torchrun."""

import os
import time
from datetime import timedelta

import torch.distributed as dist
from datasets import Dataset


def tokenize(example):
    time.sleep(0.25)
    return {"tokens": example["text"].split()}


dist.init_process_group("gloo", timeout=timedelta(minutes=30))
if dist.get_rank() == 0:
    data = Dataset.from_dict({"text": ["a b c"] * 40}).map(tokenize, keep_in_memory=True)
dist.barrier()
print("rank", dist.get_rank(), "begins to train", flush=True)
dist.destroy_process_group()
os._exit(0)  # gloo threads now and then abort a process that has done its work
