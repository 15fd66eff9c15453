"""One token, or the pieces of one word, on its way through the layers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenPath:
    """The residual stream at one place: each layer adds to the state twice and normalises the sum each time.

    For the state h that enters a layer, `h' = LayerNorm(h + attention(h))` and then
    `h'' = LayerNorm(h' + feed_forward(h'))` (post-LayerNorm, Vaswani et al. 2017). Of several tokens every
    vector is the mean. Layers are numbered from 0 in what each of them does, while state 0 is the input
    embedding and state l the one after the l-th layer.
    """

    model: str
    encoding: Encoding
    places: tuple[int, ...]
    """Of the followed tokens, in order."""
    states: NDArray[np.float32]  # (layers + 1, hidden) h of each layer, and the last h''
    between: NDArray[np.float32]  # (layers, hidden) h'
    attention: NDArray[np.float32]  # (layers, hidden) what attention adds to h
    feed_forward: NDArray[np.float32]  # (layers, hidden) what the feed-forward part adds to h'

    @property
    def added_by_attention(self) -> NDArray[np.float64]:
        """Return |attention(h)| / |h| of each layer (layers,)."""
        return _norms(self.attention) / _norms(self.states[:-1])

    @property
    def added_by_feed_forward(self) -> NDArray[np.float64]:
        """Return |feed_forward(h')| / |h'| of each layer (layers,)."""
        return _norms(self.feed_forward) / _norms(self.between)

    @property
    def moved(self) -> NDArray[np.float64]:
        """Return |h'' - h| / |h| of each layer (layers,): what is left of both after normalising."""
        return _norms(self.states[1:] - self.states[:-1]) / _norms(self.states[:-1])

    @property
    def norms(self) -> NDArray[np.float64]:
        """Return the length of each state (layers + 1,)."""
        return _norms(self.states)

    @property
    def cosine_to_start(self) -> NDArray[np.float64]:
        """Return the cosine of each state to the input embedding (layers + 1,)."""
        return _cosines(self.states, self.states[:1])

    def cosine_to(self, other: TokenPath) -> NDArray[np.float64]:
        """Return the cosine to the states of a path through the same model (layers + 1,)."""
        return _cosines(self.states, other.states)


def _norms(vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=-1)
    return np.maximum(lengths, np.finfo(np.float64).tiny)


def _cosines(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float64]:
    dots = (first.astype(np.float64) * second).sum(axis=-1)
    return np.asarray(dots / (_norms(first) * _norms(second)))
