"""What each head mostly does, in a few numbers a head."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding

STATISTICS = (
    "entropy",
    "distance",
    "to_cls",
    "to_sep",
    "to_self",
    "to_previous",
    "to_next",
    "to_punctuation",
    "across",
)
"""Names of the statistics, in the order in which they are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadStatistics:
    """Statistics of every head over one input, each array float32 `(layers, heads)`.

    With `A[i, j]` the attention from query token i to key token j of n tokens, special ones included,
    as in Clark et al. 2019, sections 3 and 4. Every share is between 0 and 1.
    """

    model: str
    encoding: Encoding
    entropy: NDArray[np.float32]
    """Mean over i of `-sum_j A[i, j] ln A[i, j]`, in nats: 0 looks at one token, `ln n` at all alike."""
    distance: NDArray[np.float32]
    """Mean over i of `sum_j A[i, j] |i - j|`, in tokens."""
    to_cls: NDArray[np.float32]
    """Mean over i of `A[i, j]` with j the special token that begins the input ([CLS] or <s>)."""
    to_sep: NDArray[np.float32]
    """Mean over i of the sum of `A[i, j]` over all other special tokens ([SEP] or </s>)."""
    to_self: NDArray[np.float32]
    """Mean over i of `A[i, i]`."""
    to_previous: NDArray[np.float32]
    """Mean over i of `A[i, i - 1]`; the first token has none before it and counts as 0."""
    to_next: NDArray[np.float32]
    """Mean over i of `A[i, i + 1]`; the last token has none after it and counts as 0."""
    to_punctuation: NDArray[np.float32]
    """Mean over i of the sum of `A[i, j]` over tokens of punctuation marks and symbols only."""
    across: NDArray[np.float32] | None
    """Mean over the ordinary tokens i of both texts of the sum of `A[i, j]` over the ordinary tokens of
    the other text; None for a single text."""

    @property
    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """The statistics that there are for this input by their names, in the order of `STATISTICS`."""
        named = {name: getattr(self, name) for name in STATISTICS}
        return {name: values for name, values in named.items() if values is not None}

    def by_head(self) -> list[dict[str, float]]:
        """Return one plain record a head, layer by layer: `layer` and `head` from 0, then the statistics."""
        layers, heads = self.entropy.shape
        return [
            {"layer": layer, "head": head}
            | {name: float(values[layer, head]) for name, values in self.arrays.items()}
            for layer in range(layers)
            for head in range(heads)
        ]
