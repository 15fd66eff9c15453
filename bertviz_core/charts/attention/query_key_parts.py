"""The rows that the pictures of a query and its keys share, so that they stand level side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import CHOSEN, ChartStyle, token_labels, token_ticks
from bertviz_core.results import QueryKey

MOST_KEYS = 30
TOP, GAP, BOTTOM = 26, 30, 52
PICTURE, LEAST_ROW, MOST_ROW = 270, 18, 24


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryKeyWords:
    """What is written on the charts, in the visitor's language."""

    query: str
    keys: str
    products: str
    product: str
    weight: str
    dimension: str


@dataclass(frozen=True, slots=True)
class KeyRows:
    """Which keys stand below each other, and where: a row for the query, a gap, the keys."""

    places: NDArray[np.int64]
    """Positions of the keys with the largest weights and of the chosen one, in reading order."""
    labels: list[str]
    chosen: int
    """Number of the chosen key's row."""

    @classmethod
    def of(cls, answer: QueryKey, query: int, key: int) -> KeyRows:
        """Choose the keys to show for one query."""
        strongest = np.argsort(-answer.weights[query], kind="stable")[:MOST_KEYS]
        if key not in strongest:
            strongest[-1] = key
        places = np.sort(strongest)
        listed = places.tolist()
        return cls(places, token_labels(answer.encoding, listed), listed.index(key))

    @property
    def height(self) -> int:
        """Height of a picture in pixels."""
        return self._height(max(LEAST_ROW, min(MOST_ROW, PICTURE // len(self.places))))

    @property
    def most_height(self) -> int:
        """Height beyond which rows would only be higher, not better to read."""
        return self._height(MOST_ROW)

    @property
    def top(self) -> float:
        """Where the keys begin, as a share of the height inside the margins."""
        return 1 - self.query_row - GAP / self._inner

    @property
    def query_row(self) -> float:
        """Height of the query's row, as a share of the height inside the margins."""
        return (1 - GAP / self._inner) / (len(self.places) + 1)

    @property
    def _inner(self) -> int:
        return self.height - TOP - BOTTOM

    def _height(self, row: int) -> int:
        return row * (len(self.places) + 1) + GAP + TOP + BOTTOM

    def layout(self, style: ChartStyle, **more: Any) -> dict[str, Any]:
        """Return what both pictures begin with: the rows on axis `y`, a frame around the chosen one."""
        rows = len(self.places)
        frame = {"xref": "paper", "x0": 0, "x1": 1, "yref": "y", "y0": self.chosen - 0.5}
        return style.layout(
            height=self.height,
            margin={"l": 8, "r": 8, "t": TOP, "b": BOTTOM},
            yaxis=token_ticks(self.labels, style, most=MOST_KEYS)
            | {"domain": [0, self.top], "range": [rows - 0.5, -0.5], "automargin": True},
            shapes=[frame | {"y1": self.chosen + 0.5, "type": "rect", "line": {"color": CHOSEN, "width": 2}}],
            **more,
        )
