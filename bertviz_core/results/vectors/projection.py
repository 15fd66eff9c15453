"""Many vectors as points of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

ProjectionMethod = Literal["umap", "pca", "tsne"]
PROJECTION_METHODS: tuple[ProjectionMethod, ...] = get_args(ProjectionMethod)


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """The n points of n vectors."""

    points: NDArray[np.float32]  # (n, dimensions)
    method: ProjectionMethod
    """How they were found: `pca` where there are too few different vectors for what was asked."""
    neighbours: int = 0
    """Of a point, which were to stay near it; 0 for PCA."""
    variance: tuple[float, ...] = ()
    """Share of the vectors' variance along each dimension, for PCA."""

    @property
    def nbytes(self) -> int:
        """Return the bytes held."""
        return self.points.nbytes


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerProjections:
    """The points of the same n things after each layer, placed so that they move as little as possible."""

    points: NDArray[np.float32]
    """(layers + 1, n, dimensions), 0 is the input embedding; every layer around 0 with a mean square of 1, by
    UMAP all of them together."""
    method: ProjectionMethod
    """How those of the last layer were found."""

    @property
    def nbytes(self) -> int:
        """Return the bytes held."""
        return self.points.nbytes
