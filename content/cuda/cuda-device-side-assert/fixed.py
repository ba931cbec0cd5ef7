"""The embedding gets a row for the new token before it is used."""

import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
vocabulary = {"the": 0, "cat": 1, "sat": 2}
embedding = torch.nn.Embedding(len(vocabulary), 8, device=device)

vocabulary["<pad>"] = len(vocabulary)
old, embedding = embedding, torch.nn.Embedding(len(vocabulary), 8, device=device)
embedding.weight.data[: len(old.weight)] = old.weight.data  # transformers: model.resize_token_embeddings(len(tokenizer))

ids = torch.tensor([vocabulary[word] for word in ("the", "cat", "<pad>")], device=device)
print("sum of the embedded sentence:", embedding(ids).sum().item())
