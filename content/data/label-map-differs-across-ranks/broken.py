"""Numbers the classes in the order of a set; start with torchrun."""

import torch.distributed as dist

dist.init_process_group("gloo")
names = [f"class {n % 40}" for n in range(400)]
label2id = {name: i for i, name in enumerate(set(names))}

everybody = [None] * dist.get_world_size()
dist.all_gather_object(everybody, label2id)
if dist.get_rank() == 0:
    differing = sum(len({labels[name] for labels in everybody}) > 1 for name in label2id)
    print(f"MEASURED classes whose number differs between the ranks = {differing}")
dist.destroy_process_group()
