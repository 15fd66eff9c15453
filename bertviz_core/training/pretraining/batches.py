"""Assemble padded batches from a corpus that lies as one array on the training device."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from bertviz_core.training.pretraining.examples import NO_PAIR


@dataclass(frozen=True, slots=True)
class SpecialIds:
    """Ids of the special tokens; ordinary entries come after all of them."""

    pad: int
    cls: int
    sep: int
    mask: int
    first_ordinary: int


@dataclass(frozen=True, slots=True)
class Batch:
    """A padded batch before masking; all tensors `(batch, width)` but `is_next`."""

    ids: torch.Tensor
    segment_ids: torch.Tensor
    attention_mask: torch.Tensor  # bool, False on padding
    maskable: torch.Tensor  # bool, False on padding and special tokens
    is_next: torch.Tensor  # (batch,) 0 is next, 1 is not, -100 no second part


def assemble(tokens: torch.Tensor, examples: torch.Tensor, width: int, special: SpecialIds) -> Batch:
    """Lay out `[CLS] first [SEP] second [SEP]` for each example.

    Args:
        tokens: The whole corpus, `(tokens,)`, on the device of the examples.
        examples: `(batch, 5)` as `draw_examples` gives them.
        width: Padded length; no example may be longer.
        special: Ids of the special tokens.
    """
    first_start, first_end, second_start, second_end, label = (
        examples.long().unsqueeze(2).unbind(1)
    )  # (batch, 1)
    first = first_end - first_start
    second = second_end - second_start
    paired = label != NO_PAIR
    at = torch.arange(width, device=tokens.device).unsqueeze(0)  # (1, width)
    length = first + second + torch.where(paired, 3, 2)
    in_first = (at >= 1) & (at <= first)
    in_second = (at >= first + 2) & (at < first + 2 + second)
    source = torch.where(in_first, first_start + at - 1, second_start + at - first - 2)
    maskable = in_first | in_second
    ids = tokens[torch.where(maskable, source, 0)].long()
    attention_mask = at < length
    ids = torch.where(maskable, ids, torch.where(attention_mask, special.sep, special.pad))
    ids[:, 0] = special.cls
    return Batch(
        ids=ids,
        segment_ids=((at >= first + 2) & attention_mask).long(),
        attention_mask=attention_mask,
        maskable=maskable,
        is_next=label.squeeze(1),
    )
