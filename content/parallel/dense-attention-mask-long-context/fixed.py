"""What a loader worker of Megatron does with one sample of 131072 tokens, without the mask."""

import resource

import torch
from megatron.core.datasets.gpt_dataset import _get_ltor_masks_and_position_ids

resource.setrlimit(resource.RLIMIT_AS, (32 << 30, 32 << 30))
tokens = torch.randint(1, 100, (131072,))
mask, loss_mask, position_ids = _get_ltor_masks_and_position_ids(
    tokens, 0, reset_position_ids=False, reset_attention_mask=False, eod_mask_loss=False, create_attention_mask=False
)
print(f"{int(loss_mask.sum())} tokens, last position {int(position_ids[-1])}, mask {mask}")
