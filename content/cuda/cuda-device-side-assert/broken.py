"""A token was added to the tokenizer and the embedding kept its rows; on a CPU the mistake is an ordinary exception."""

import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
vocabulary = {"the": 0, "cat": 1, "sat": 2}
embedding = torch.nn.Embedding(len(vocabulary), 8, device=device)

vocabulary["<pad>"] = len(vocabulary)

ids = torch.tensor([vocabulary[word] for word in ("the", "cat", "<pad>")], device=device)
print("sum of the embedded sentence:", embedding(ids).sum().item())
