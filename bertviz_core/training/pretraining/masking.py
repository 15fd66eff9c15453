"""Masked-word training: which tokens are hidden (Devlin et al. 2019, section 3.1)."""

from __future__ import annotations

import torch

from bertviz_core.analysis.pretraining.batch_corruption import IGNORED, corrupt

__all__ = ["IGNORED", "mask_tokens"]


def mask_tokens(
    ids: torch.Tensor,
    maskable: torch.Tensor,
    *,
    mask_id: int,
    vocabulary: tuple[int, int],
    rate: float = 0.15,
    generator: torch.Generator | None = None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Hide a random share of tokens: 80% become the mask, 10% a random token, 10% stay.

    Args:
        ids: Token ids of any shape.
        maskable: Same shape, False for special tokens and padding.
        mask_id: Id of the mask token.
        vocabulary: First and one past the last id that a random token may be; special tokens outside.
        rate: Share of the maskable tokens that is drawn.
        generator: Source of randomness, on the device of `ids`.

    Returns:
        The changed ids, and labels: the old id where a token was drawn, -100 elsewhere.
    """
    drawn = maskable & (torch.rand(ids.shape, device=ids.device, generator=generator) < rate)
    ordinary = torch.arange(*vocabulary, device=ids.device)
    changed = corrupt(ids, drawn, mask_id=mask_id, ordinary=ordinary, generator=generator)
    return changed, torch.where(drawn, ids, IGNORED)
