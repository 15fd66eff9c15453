"""How alike the vectors of sentences are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.vectors.layer_strategies import Layers
from bertviz_core.results.words.sentences_embeddings import Pooling


@dataclass(frozen=True, slots=True, kw_only=True)
class AlikePair:
    """Two sentences, by their numbers from 0, and the cosine of their vectors."""

    first: int
    second: int
    cosine: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceVectors:
    """The vectors of n sentences, compared in pairs."""

    model: str
    pooling: Pooling
    layers: Layers
    sentences: tuple[str, ...]
    centred: bool
    """The mean of the vectors was subtracted first; False too where that leaves nothing to compare."""
    cosine: NDArray[np.float32]  # (n, n)
    by_likeness: tuple[int, ...]
    """The sentences in an order that puts those next to each other which are alike."""
    points: NDArray[np.float32]
    """(n, 2): the vectors on their first two principal components."""
    explained: float
    """Share of the variance that these two hold."""
    cut: tuple[int, ...]
    """Numbers of the sentences of which the end did not fit into the model."""
    unknown: tuple[int, ...] = ()
    """Numbers of the sentences with a piece that the vocabulary lacks."""

    @property
    def pairs(self) -> tuple[AlikePair, ...]:
        """Return all pairs, the most alike first."""
        rows, columns = np.triu_indices(len(self.sentences), k=1)
        values = self.cosine[rows, columns]
        return tuple(
            AlikePair(first=int(rows[place]), second=int(columns[place]), cosine=float(values[place]))
            for place in np.argsort(-values, kind="stable")
        )

    @property
    def mean_cosine(self) -> float:
        """Return the mean of all pairs."""
        return float(self.cosine[np.triu_indices(len(self.sentences), k=1)].mean())
