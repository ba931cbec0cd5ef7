"""The script takes its GPU from an option that torchrun does not pass; start with torchrun."""

import argparse

import torch.distributed as dist

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int, default=0)
args = parser.parse_args()

dist.init_process_group("gloo")
chosen = [None] * dist.get_world_size()
dist.all_gather_object(chosen, args.local_rank)  # stands for torch.cuda.set_device(args.local_rank)
if dist.get_rank() == 0:
    print(f"MEASURED different GPUs that the ranks choose = {len(set(chosen))}")
dist.destroy_process_group()
