"""Names beside points that lie close together, moved apart until they can be read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import plain
from bertviz_core.charts.drawing import LETTERS, Trace, scatter

_LETTER = 0.56 * LETTERS
_LINE = LETTERS + 3
_ROUNDS = 60
_BESIDE = 15.0
"""Pixels between a point and the middle of its name."""

_BAR = 4.0
"""Pixels between a name and an upright line beside it."""


def names_beside(
    points: NDArray[np.float32],
    names: Sequence[str],
    colours: Sequence[str],
    *,
    low: NDArray[np.float32],
    high: NDArray[np.float32],
    size: tuple[float, float],
    bars: NDArray[np.float64] | None = None,
) -> Trace:
    """Return a trace of names near their points, moved apart in a picture of a usual size.

    Args:
        points: (n, 2).
        names: Of the points, as they are.
        colours: Of the names.
        low: (2,) Where the axes begin.
        high: (2,) Where they end.
        size: Pixels of the picture, across and upright.
        bars: (m, 3) Upright lines that no name may lie on: where, from which height and to which.
    """
    pixels = np.array(size, dtype=np.float64)
    span = np.maximum(high.astype(np.float64) - low, 1e-9)
    if bars is not None:
        bars = (bars - low[[0, 1, 1]]) / span[[0, 1, 1]] * pixels[[0, 1, 1]]
    places = label_places((points - low) / span * pixels, names, width=size[0], height=size[1], bars=bars)
    places = places / pixels * span + low
    return scatter(
        x=places[:, 0],
        y=places[:, 1],
        mode="text",
        text=[plain(name) for name in names],
        textfont={"size": LETTERS, "color": list(colours)},
        showlegend=False,
        cliponaxis=False,
        hoverinfo="skip",
    )


def label_places(
    points: NDArray[np.float64],
    names: Sequence[str],
    *,
    width: float,
    height: float,
    bars: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return the middles of names (n, 2), near their points and as little on top of each other as can be.

    Args:
        points: (n, 2) in pixels.
        names: Of the points.
        width: Of the picture, in pixels.
        height: Of the picture.
        bars: (m, 3) Upright lines in pixels, which names leave to the nearer side.
    """
    half = np.array([[_LETTER * len(name) / 2 + 2, _LINE / 2] for name in names])
    # Names begin above and below by turns, equal places a little beside each other: nothing is by chance.
    turn = np.arange(len(names))
    begin = np.stack([np.cos(2.4 * turn) * 2, np.where(turn % 2, -_BESIDE, _BESIDE)], axis=1)
    places = points + begin
    begin[_off_bars(places, half, bars) != 0, 1] = -_BESIDE  # lines mostly go up from their points
    begin[points[:, 1] < _BESIDE + _LINE / 2, 1] = _BESIDE  # below there is no room
    places = points + begin
    for _round in range(_ROUNDS):
        apart = places[:, None] - places[None, :]
        over = half[:, None] + half[None, :] - np.abs(apart)
        covers = (over > 0).all(axis=2)
        np.fill_diagonal(covers, False)
        aside = _off_bars(places, half, bars)
        if not covers.any() and not aside.any():
            break
        upright = over[..., 1] <= over[..., 0]
        side = np.where(apart == 0, np.triu(np.ones(covers.shape), 1)[..., None] * 2 - 1, np.sign(apart))
        push = np.zeros_like(apart)
        push[..., 1] = np.where(covers & upright, over[..., 1] * side[..., 1], 0)
        push[..., 0] = np.where(covers & ~upright, over[..., 0] * side[..., 0], 0)
        places = places + 0.3 * push.sum(axis=1)
        places[:, 0] += aside
        places = np.clip(places, half, np.maximum(np.array([width, height]) - half, half))
    return np.clip(places, half, np.maximum(np.array([width, height]) - half, half))


def _off_bars(
    places: NDArray[np.float64], half: NDArray[np.float64], bars: NDArray[np.float64] | None
) -> NDArray[np.float64]:
    """Return how far each name has to go sideways (n,) to lie on no upright line."""
    if bars is None or not len(bars):
        return np.zeros(len(places))
    apart = places[:, :1] - bars[:, 0]  # (n, m)
    over = half[:, :1] + _BAR - np.abs(apart)
    beside = (places[:, 1:] + half[:, 1:] > bars[:, 1]) & (places[:, 1:] - half[:, 1:] < bars[:, 2])
    moves = np.where((over > 0) & beside, over * np.where(apart < 0, -1, 1), 0)
    return moves[np.arange(len(places)), np.abs(moves).argmax(axis=1)]
