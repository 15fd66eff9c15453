"""What happens to a token that was drawn for masked-word training (Devlin et al. 2019, section 3.1)."""

from __future__ import annotations

import torch

IGNORED = -100
"""The label where there is no loss, as PyTorch's cross-entropy reads it."""

MASKED, RANDOM = 0.8, 0.1
"""Shares of the drawn tokens that become the mask and another token; the rest stays."""


def corrupt(
    ids: torch.Tensor,
    drawn: torch.Tensor,
    *,
    mask_id: int,
    ordinary: torch.Tensor,
    as_one: bool = False,
    generator: torch.Generator | None = None,
) -> torch.Tensor:
    """Hide drawn tokens: 80% become the mask, 10% a random token, 10% stay.

    Args:
        ids: Token ids of any shape.
        drawn: Same shape, True where a token is to be found again.
        mask_id: Id of the mask token.
        ordinary: Ids that a random token may have (m,); no special tokens.
        as_one: The same happens to all drawn tokens; a random one is drawn for each place all the same.
        generator: Source of randomness, on the device of `ids`.

    Returns:
        The changed ids.
    """
    how = torch.rand(() if as_one else ids.shape, device=ids.device, generator=generator)
    number = torch.randint(len(ordinary), ids.shape, device=ids.device, generator=generator)
    changed = torch.where(drawn & (how < MASKED), mask_id, ids)
    return torch.where(drawn & (how >= 1 - RANDOM), ordinary[number], changed)
