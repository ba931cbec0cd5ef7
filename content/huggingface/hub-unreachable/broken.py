"""A job on a node from which the Hub cannot be reached names a model that nobody has downloaded there."""

import os

os.environ["HF_ENDPOINT"] = f"http://127.0.0.1:{os.environ['PORT']}"  # nothing listens there
from transformers import AutoModel, BertConfig, BertModel

BertModel(BertConfig(hidden_size=8, num_attention_heads=1, num_hidden_layers=2, intermediate_size=8)).save_pretrained("m")
model = AutoModel.from_pretrained("acme/tiny-bert")
print(f"loaded a model of {model.config.num_hidden_layers} layers", flush=True)
