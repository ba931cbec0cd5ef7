"""DeepSpeed of March 2024 beside today's torch."""

import deepspeed
import torch

print(f"DeepSpeed {deepspeed.__version__} imported with torch {torch.__version__}", flush=True)
