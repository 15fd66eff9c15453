"""Names beside points that lie close together, moved apart until they can be read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bertviz_core.charts.drawing import LETTERS

_LETTER = 0.56 * LETTERS
_LINE = LETTERS + 3
_ROUNDS = 60


def label_places(
    points: NDArray[np.float64], names: Sequence[str], *, width: float, height: float
) -> NDArray[np.float64]:
    """Return the middles of names (n, 2), near their points and as little on top of each other as can be.

    Args:
        points: (n, 2) in pixels.
        names: Of the points.
        width: Of the picture, in pixels.
        height: Of the picture.
    """
    half = np.array([[_LETTER * len(name) / 2 + 2, _LINE / 2] for name in names])
    # Equal places are parted by their order, so that nothing is drawn by chance.
    turn = 2.4 * np.arange(len(names))
    places = points + np.stack([np.cos(turn), np.sin(turn)], axis=1) * [2.0, 12.0]
    for _round in range(_ROUNDS):
        apart = places[:, None] - places[None, :]
        over = half[:, None] + half[None, :] - np.abs(apart)
        covers = (over > 0).all(axis=2)
        np.fill_diagonal(covers, False)
        if not covers.any():
            break
        upright = over[..., 1] <= over[..., 0]
        side = np.where(apart == 0, np.triu(np.ones(covers.shape), 1)[..., None] * 2 - 1, np.sign(apart))
        push = np.zeros_like(apart)
        push[..., 1] = np.where(covers & upright, over[..., 1] * side[..., 1], 0)
        push[..., 0] = np.where(covers & ~upright, over[..., 0] * side[..., 0], 0)
        places = places + 0.3 * push.sum(axis=1) + 0.02 * (points - places)
        places = np.clip(places, half, np.array([width, height]) - half)
    return places
