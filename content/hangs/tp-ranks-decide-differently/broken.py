"""Two tensor-parallel ranks generate until the end token; each draws the next token itself."""

import os
import tempfile

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, END = dist.get_rank(), 0
answers = dist.FileStore(os.path.join(tempfile.gettempdir(), "answers-" + os.environ["MASTER_PORT"]), 2)
torch.manual_seed(1)
embedding, head = torch.randn(16, 64), torch.randn(64, 16) / 8
mine = slice(32 * rank, 32 * rank + 32)  # each rank holds half of the weights
torch.manual_seed(rank)

token, text = torch.tensor([1]), []
while token.item() != END and len(text) < 2000:
    logits = embedding[token, mine] @ head[mine]
    dist.all_reduce(logits)
    token = torch.multinomial(logits.softmax(-1)[0], 1)
    text.append(token.item())

answers.set(f"rank{rank}", str(len(text)))
answers.wait(["rank0", "rank1"])
print(f"rank {rank}: {len(text)} tokens, the other {int(answers.get(f'rank{1 - rank}'))}, last logit {logits[0, 0]:.4f}")
dist.destroy_process_group()
