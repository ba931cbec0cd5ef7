"""The mapped function uses a generator and cannot be hashed, so the second rank finds no cache; start with torchrun."""

import itertools
import os

import torch.distributed as dist
from datasets import Dataset, load_from_disk

numbers = (number for number in itertools.count())


def tokenise(sample):
    with open(f"{os.environ['TMPDIR']}/texts-by-{os.environ['RANK']}", "a") as note:
        note.write(".")
    return {"length": len(sample["text"]), "number": next(numbers)}


dist.init_process_group("gloo")
folder = os.path.join(os.environ["TMPDIR"], "texts")
if dist.get_rank() == 0:
    Dataset.from_dict({"text": ["a", "bb", "ccc"]}).save_to_disk(folder)
dist.barrier()
for turn in range(2):  # rank 0 first, then rank 1
    if turn == dist.get_rank():
        print(load_from_disk(folder).map(tokenise)["length"][:], flush=True)
    dist.barrier()
if dist.get_rank() == 0:
    print(f"MEASURED ranks that processed the data = {sum(os.path.exists(f'{folder}-by-{rank}') for rank in range(2))}")
dist.destroy_process_group()
