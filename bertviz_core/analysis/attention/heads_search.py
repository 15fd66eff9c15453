"""Heads in which some tokens look at some others."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from bertviz_core.errors import InputError
from bertviz_core.results import Encoding, HeadMatch


class HeadSearch:
    """Weighs a wanted pattern while layers come by; hand `take` to `BertEngine.attention_layers`.

    The weight of a head with attention A is the mean over the query tokens i of the sum over the key
    tokens j of `A[i, j]`: the share of their attention that the looking tokens give to the others.

    Args:
        encoding: The input of n tokens.
        queries: Positions of the tokens that look.
        keys: Positions of the tokens that are looked at.

    Raises:
        InputError: No position is given on one side, or one is not of this input.
    """

    def __init__(self, encoding: Encoding, *, queries: Collection[int], keys: Collection[int]) -> None:
        self._queries = _positions(queries, encoding)
        self._keys = _positions(keys, encoding)
        self._weights: list[NDArray[np.float32]] = []

    def take(self, layer: int, weights: NDArray[np.float32]) -> None:
        """Take the weights of one layer, `(heads, query, key)`."""
        chosen = weights[:, self._queries[:, None], self._keys]  # (heads, queries, keys)
        self._weights.append(chosen.sum(axis=2).mean(axis=1))

    def result(self) -> tuple[HeadMatch, ...]:
        """Return all heads, the strongest first; equal ones in the order of their layers."""
        weights = np.stack(self._weights)
        order = np.argsort(-weights, axis=None, kind="stable")
        return tuple(
            HeadMatch(layer=int(layer), head=int(head), weight=float(weights[layer, head]))
            for layer, head in zip(*np.unravel_index(order, weights.shape), strict=True)
        )


def _positions(positions: Collection[int], encoding: Encoding) -> NDArray[np.int64]:
    """Return each position once, checked."""
    chosen = sorted(set(positions))
    if not chosen:
        raise InputError("Choose at least one word that looks and one that is looked at.")
    if chosen[0] < 0 or chosen[-1] >= len(encoding):
        raise InputError(
            "This text has tokens at positions 0 to {last} only. Choose the words again.",
            last=len(encoding) - 1,
        )
    return np.array(chosen, dtype=np.int64)
