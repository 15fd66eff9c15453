"""Groups of a word's occurrences, found without looking at their senses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

ClusterMethod = Literal["kmeans", "hdbscan"]
CLUSTER_METHODS: tuple[ClusterMethod, ...] = get_args(ClusterMethod)

NOISE = -1
"""The label of occurrences that belong to no cluster."""

_IN_NAME = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class WordClusters:
    """The clusters of n occurrences, the largest first."""

    method: ClusterMethod
    labels: NDArray[np.int64]  # (n,), -1: in no cluster
    words: tuple[tuple[str, ...], ...]
    """The most typical words around the occurrences of each cluster; none where they stand alone."""

    def __len__(self) -> int:
        """Number of clusters."""
        return len(self.words)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return how many occurrences each cluster has."""
        return tuple(np.bincount(self.labels[self.labels != NOISE], minlength=len(self)).tolist())

    @property
    def noise(self) -> int:
        """Return how many occurrences are in no cluster."""
        return int((self.labels == NOISE).sum())

    @property
    def names(self) -> tuple[str, ...]:
        """Return a name for each cluster, no two alike: its most typical words, or its number."""
        names: list[str] = []
        for number, words in enumerate(self.words, start=1):
            name = ", ".join(words[:_IN_NAME]) or str(number)
            names.append(name if name not in names else f"{name} ({number})")
        return tuple(names)
