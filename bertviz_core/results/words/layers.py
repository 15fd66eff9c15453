"""How well the vectors of a word tell its senses apart: each layer, each way to put layers together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.words.word_layers import Vectors

WEIGHTED_SUM: Final = "weighted_sum"
"""Names the sum of all layers with weights learned on the labels."""

ScoredVectors = Vectors | Literal["weighted_sum"]
Measure = Literal["neighbour", "centroid", "silhouette", "clusters"]
"""Nearest neighbour of the same sense (leave one out), macro F1 of the nearest centroid (leave one out), mean
silhouette, adjusted Rand index of the found clusters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerScores:
    """Measures by kind of vectors; without senses only the silhouette, that of the found clusters."""

    model: str
    word: str
    senses: tuple[str, ...]
    """In the order in which they first occur; fewer than two where none are told apart."""
    counts: tuple[int, ...]
    """Occurrences of each sense."""
    occurrences: int
    """All that there are."""
    measured: int
    """Occurrences that were compared."""
    left_out: int
    """Occurrences without a sense."""
    vectors: tuple[ScoredVectors, ...]
    """`static`, the layers from 0 (the input embedding), the strategies, and the weighted sum where it can
    be learned."""
    measures: tuple[Measure, ...]
    values: NDArray[np.float64]  # (measures, vectors)
    sentences: int = 0
    """Different sentences that were compared: on so many the measures rest."""
    weights: NDArray[np.float64]
    """(layers + 1,) of the weighted sum, learned on all senses; none (0,) where it cannot be learned."""
    folds: int
    """In which the weighted sum was scored, each with weights learned on the others."""

    @property
    def labelled(self) -> bool:
        """Tell whether senses were told apart."""
        return len(self.senses) > 1

    @property
    def drawn(self) -> bool:
        """Tell whether only some of the occurrences that could be compared were."""
        return self.measured + self.left_out < self.occurrences

    @property
    def majority(self) -> tuple[str, float]:
        """Return the most frequent sense, and how often it is right to say it always."""
        most = max(self.counts)
        return self.senses[self.counts.index(most)], most / sum(self.counts)

    def of(self, measure: Measure) -> NDArray[np.float64]:
        """Return a measure (vectors,)."""
        return self.values[self.measures.index(measure)]

    def best_layer(self, measure: Measure) -> tuple[int, float]:
        """Return the first layer with the highest value, from 0 on, and the value."""
        places = [place for place, vectors in enumerate(self.vectors) if isinstance(vectors, int)]
        values = self.of(measure)[places]
        best = int(np.nanargmax(values)) if not np.isnan(values).all() else 0
        return best, float(values[best])
