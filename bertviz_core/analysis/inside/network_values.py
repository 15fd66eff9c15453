"""The numbers of one matrix: its first ones, and how all of them lie."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
from torch import Tensor

from bertviz_core.analysis.inside.network import find_node
from bertviz_core.errors import InputError
from bertviz_core.models.loading import LoadedModel
from bertviz_core.results import PartValues

CORNER = 32, 48
"""Rows and columns that are shown."""

BINS = 60
_OUTSIDE = 0.001
"""Share of the numbers on each side that lies in the outermost bins."""

_AT_ONCE, _ASKED = 4_000_000, 200_000
"""So many numbers are copied at once, and so many say where the rest lies."""


def part_values(model: LoadedModel, path: Sequence[str]) -> PartValues:
    """Return what is shown of the matrix or vector that a path of slugs leads to.

    Raises:
        InputError: It leads nowhere, or to a part that is made of parts.
    """
    weight = find_node(model, path).weight
    if weight is None:
        raise InputError("This part is made of others. Choose one of them to see its numbers.")
    numbers = weight.detach().reshape(-1)
    low, high = _bounds(numbers)
    counts, total, squares = np.zeros(BINS, dtype=np.int64), 0.0, 0.0
    for part in numbers.split(_AT_ONCE):
        counts += part.histc(BINS, low, high).numpy().astype(np.int64)
        counts[0] += int((part < low).sum())
        counts[-1] += int((part > high).sum())
        exact = part.double()
        total, squares = total + float(exact.sum()), squares + float(exact.square().sum())
    mean = total / len(numbers)
    return PartValues(
        shape=tuple(weight.shape),
        corner=weight.detach().reshape(-1, weight.shape[-1])[: CORNER[0], : CORNER[1]].numpy().copy(),
        counts=counts,
        edges=np.linspace(low, high, BINS + 1, dtype=np.float32),
        mean=mean,
        deviation=sqrt(max(squares / len(numbers) - mean**2, 0.0)),
    )


def _bounds(numbers: Tensor) -> tuple[float, float]:
    """Return between which values nearly all numbers lie; of very many, as a part of them says."""
    some = numbers[:: max(1, len(numbers) // _ASKED)].numpy()
    low, high = np.quantile(some, [_OUTSIDE, 1 - _OUTSIDE]).tolist()
    return (low, high) if low < high else (low - 0.5, high + 0.5)
