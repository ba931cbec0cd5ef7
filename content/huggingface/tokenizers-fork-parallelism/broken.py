"""A fast tokenizer encodes a batch, then a DataLoader forks its worker."""

from tokenizers import Tokenizer, models, pre_tokenizers
from torch.utils.data import DataLoader

tokenizer = Tokenizer(models.WordLevel({"a": 0, "b": 1, "?": 2}, unk_token="?"))
tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
texts = ["a b a"] * 64

print("longest text:", max(len(e.ids) for e in tokenizer.encode_batch(texts)), flush=True)  # starts the threads
loader = DataLoader(texts, 8, collate_fn=tokenizer.encode_batch, num_workers=1, multiprocessing_context="fork")
print("batches:", sum(1 for batch in loader))
