"""Tokens were added before training; the model gets the same number of rows before it loads."""

import torch

from transformers import GPT2Config, GPT2LMHeadModel

config = GPT2Config(vocab_size=20, n_embd=8, n_layer=1, n_head=1, n_positions=8, bos_token_id=0, eos_token_id=0)
trained = GPT2LMHeadModel(config)
trained.resize_token_embeddings(24)  # four special tokens
torch.save(trained.state_dict(), "checkpoint.pt")

model = GPT2LMHeadModel(GPT2Config(**config.to_dict() | {"vocab_size": 20}))
model.resize_token_embeddings(24)  # the number of rows in the file
model.load_state_dict(torch.load("checkpoint.pt"))
print("loaded", tuple(model.get_input_embeddings().weight.shape))
