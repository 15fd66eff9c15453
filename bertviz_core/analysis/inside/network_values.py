"""The numbers of one matrix: its first ones, and how all of them lie."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bertviz_core.analysis.inside.network import find_node
from bertviz_core.errors import InputError
from bertviz_core.models.loading import LoadedModel
from bertviz_core.results import PartValues

CORNER = 32, 48
"""Rows and columns that are shown."""

BINS = 60
_OUTSIDE = 0.001
"""Share of the numbers on each side that lies in the outermost bins."""


def part_values(model: LoadedModel, path: Sequence[str]) -> PartValues:
    """Return what is shown of the matrix or vector that a path of slugs leads to.

    Raises:
        InputError: It leads nowhere, or to a part that is made of parts.
    """
    weight = find_node(model, path).weight
    if weight is None:
        raise InputError("This part is made of others. Choose one of them to see its numbers.")
    values = weight.detach().numpy()
    rows = values.reshape(-1, values.shape[-1])
    low, high = np.quantile(values, [_OUTSIDE, 1 - _OUTSIDE])
    if not low < high:
        low, high = low - 0.5, high + 0.5
    counts, edges = np.histogram(np.clip(values, low, high), bins=BINS, range=(low, high))
    return PartValues(
        shape=tuple(values.shape),
        corner=rows[: CORNER[0], : CORNER[1]].copy(),
        counts=counts,
        edges=edges.astype(np.float32),
        mean=float(values.mean(dtype=np.float64)),
        deviation=float(values.std(dtype=np.float64)),
    )
