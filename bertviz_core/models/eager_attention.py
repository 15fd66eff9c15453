"""Attention computed step by step, so that its weights exist, in as little memory as that takes.

Transformers' own eager attention makes a new array at each step: scores, scaled, masked, softmax. At 512
tokens moving these about takes longer than computing them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import torch
from torch import Tensor, nn

from bertviz_core.models.left_out import left_out

with left_out("boto3"):
    from transformers import AttentionInterface
    from transformers.masking_utils import AttentionMaskInterface, eager_mask
    from transformers.models.bert.modeling_bert import eager_attention_forward

NAME = "eager_in_place"


@cache
def eager_attention() -> str:
    """Return the name by which transformers knows this attention, as its `attn_implementation`."""
    AttentionInterface.register(NAME, _attend)
    AttentionMaskInterface.register(NAME, eager_mask)
    return NAME


def _attend(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    dropout: float = 0.0,
    **others: Any,
) -> tuple[Tensor, Tensor]:
    """Return context vectors (inputs, query, heads, size) and weights (inputs, heads, query, key).

    Equation 1 of Vaswani et al. 2017, "Attention Is All You Need". Where gradients are wanted the steps are
    those of transformers, which keep what the way back needs.
    """
    if torch.is_grad_enabled():
        return eager_attention_forward(
            module, query, key, value, attention_mask, scaling=scaling, dropout=dropout, **others
        )
    scores = torch.matmul(query, key.transpose(2, 3))
    scores.mul_(query.shape[-1] ** -0.5 if scaling is None else scaling)
    if attention_mask is not None:
        scores.add_(attention_mask)
    torch.softmax(scores, dim=-1, out=scores)
    return torch.matmul(scores, value).transpose(1, 2).contiguous(), scores
