"""DeepSpeed of today beside today's torch."""

import os

os.environ["DS_ACCELERATOR"] = "cuda"  # what it would find on a GPU machine; nothing here needs the GPU

import deepspeed
import torch

print(f"DeepSpeed {deepspeed.__version__} imported with torch {torch.__version__}", flush=True)
