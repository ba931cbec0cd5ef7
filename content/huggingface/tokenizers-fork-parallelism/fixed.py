"""The tokenizer uses one thread, so that a DataLoader may fork its worker at any time."""

import os

os.environ["TOKENIZERS_PARALLELISM"] = "false"

from tokenizers import Tokenizer, models, pre_tokenizers
from torch.utils.data import DataLoader

tokenizer = Tokenizer(models.WordLevel({"a": 0, "b": 1, "?": 2}, unk_token="?"))
tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
texts = ["a b a"] * 64

print("longest text:", max(len(e.ids) for e in tokenizer.encode_batch(texts)), flush=True)
loader = DataLoader(texts, 8, collate_fn=tokenizer.encode_batch, num_workers=1, multiprocessing_context="fork")
print("batches:", sum(1 for batch in loader))
