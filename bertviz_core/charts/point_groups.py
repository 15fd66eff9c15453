"""Groups of points that a projector and colour-blind eyes tell apart: by colour and by shape."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import CHOSEN, LESS, LIGHT_INK, MORE, ChartStyle, readable_ink

SKY = "#56b4e9"
COLOURS = (MORE, CHOSEN, "#009e73", "#cc79a7", SKY, LESS)
BRIGHT = (SKY, CHOSEN, "#009e73", "#cc79a7", MORE, LESS)
"""On a dark background; the colours of Okabe and Ito in another order."""

SHAPES = ("circle", "diamond", "square", "triangle-up", "x", "star", "triangle-down", "cross")
SOLIDS = ("circle", "diamond", "square", "cross", "x", "circle-open", "diamond-open", "square-open")
"""The shapes that Plotly knows in three dimensions."""

MOST_GROUPS = len(COLOURS) * len(SHAPES)
"""More cannot be told apart; they are coloured by their order instead."""

NO_GROUP = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class PointGroups:
    """The group of each of n points."""

    title: str
    """What the groups are, in the visitor's language."""
    names: tuple[str, ...]
    labels: NDArray[np.int64]  # (n,), -1: in none
    without: str
    """Name of what is in none."""

    def of_point(self, point: int) -> str:
        """Return the name of a point's group."""
        label = int(self.labels[point])
        return self.names[label] if label != NO_GROUP else self.without

    def parts(self) -> Iterator[tuple[str, NDArray[np.int64], int]]:
        """Name each part that is drawn together, with its points and the number of its group."""
        for number in sorted({*self.labels.tolist()}, key=lambda label: (label == NO_GROUP, label)):
            name = self.names[number] if number != NO_GROUP else self.without
            yield name, np.flatnonzero(self.labels == number), number


def group_marker(number: int, style: ChartStyle, *, solid: bool) -> dict[str, Any]:
    """Return colour and shape of a group; what is in none is a hollow circle."""
    if number == NO_GROUP:
        return {"color": style.ink, "symbol": "circle-open"}
    shapes = SOLIDS if solid else SHAPES
    colours = BRIGHT if readable_ink(style.background) == LIGHT_INK else COLOURS
    turn = number % len(colours)
    return {"color": colours[turn], "symbol": shapes[(turn + number // len(colours)) % len(shapes)]}
