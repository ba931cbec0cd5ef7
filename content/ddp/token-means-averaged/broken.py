"""Each rank takes the mean over its own tokens; start with torchrun."""

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
torch.manual_seed(0)
net = torch.nn.Linear(4, 10)
samples, labels = torch.randn(24, 4), torch.randint(10, (24,))
labels[16:] = -100  # the second rank's sentence is short: four tokens, and padding
(alone,) = torch.autograd.grad(F.cross_entropy(net(samples), labels), net.weight)

model = DistributedDataParallel(net)
samples, labels = samples.chunk(2)[dist.get_rank()], labels.chunk(2)[dist.get_rank()]
loss = F.cross_entropy(model(samples), labels)
loss.backward()

difference = (net.weight.grad - alone).abs().max().item()
if dist.get_rank() == 0:
    print(f"MEASURED difference from the gradient of one batch = {difference:.7f}")
dist.destroy_process_group()
