"""How strongly a head shows a wanted pattern."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadMatch:
    """One head of a ranked search."""

    layer: int
    head: int
    weight: float
    """Mean over the looking tokens of the attention they give to the looked-at tokens together."""
