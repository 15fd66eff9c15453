"""What a text becomes before the first layer: embeddings, their sum, and the sum normalised."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class InputEmbeddings:
    """The vectors of n tokens that are summed (Devlin et al. 2019, figure 2), e dimensions each.

    `normed` is `gamma * (total - mean) / deviation + beta` in every dimension (Ba et al. 2016, "Layer
    Normalization").
    """

    model: str
    encoding: Encoding
    position_ids: NDArray[np.int64]  # (n,) row of the position embeddings; RoBERTa's begin after padding's
    token: NDArray[np.float32]  # (n, e)
    segment: NDArray[np.float32] | None  # (n, e); None where the model has no segment embeddings
    segments: int
    """How many segments the model tells apart; 0 without segment embeddings."""
    position: NDArray[np.float32]  # (n, e)
    total: NDArray[np.float32]  # (n, e): token + segment + position
    mean: NDArray[np.float32]  # (n,) of a token's sum over its dimensions
    deviation: NDArray[np.float32]  # (n,) √(variance + eps)
    gamma: NDArray[np.float32]  # (e,)
    beta: NDArray[np.float32]  # (e,)
    normed: NDArray[np.float32]  # (n, e)
    output: NDArray[np.float32]  # (n, hidden): what enters layer 1, hidden state 0
    projected: bool
    """A linear layer makes `output` of `normed` (ALBERT; ELECTRA where the sizes differ)."""

    def equal_tokens(self, place: int) -> tuple[int, ...]:
        """Return the places of the same vocabulary entry as at a place, that one included."""
        ids = self.encoding.ids
        return tuple(np.flatnonzero(ids == ids[place]).tolist())

    def cosine(self, one: int, other: int) -> float:
        """Return the cosine between the sums of two tokens."""
        first, second = (self.total[place].astype(np.float64) for place in (one, other))
        return float(first @ second / max(np.linalg.norm(first) * np.linalg.norm(second), 1e-30))
