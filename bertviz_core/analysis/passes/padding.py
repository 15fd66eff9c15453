"""Inputs of different lengths as one batch."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

Row = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Ids and segments (tokens,) of one input."""


def padded(
    rows: Sequence[Row], padding_id: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], Tensor | None]:
    """Return ids and segments (inputs, longest), and a mask of the same shape where any input is shorter."""
    shape = len(rows), max(len(ids) for ids, _ in rows)
    ids, segments = np.full(shape, padding_id, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    mask = np.zeros(shape, dtype=np.int64)
    for row, (own_ids, own_segments) in enumerate(rows):
        tokens = len(own_ids)
        ids[row, :tokens], segments[row, :tokens], mask[row, :tokens] = own_ids, own_segments, 1
    return ids, segments, None if mask.all() else torch.from_numpy(mask)
