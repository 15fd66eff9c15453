"""Models on a line of time, by their size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import ChartStyle, plain
from bertviz_core.charts.drawing import LETTERS, Drawing, scatter
from bertviz_core.charts.name_places import names_beside
from bertviz_core.charts.point_groups import group_marker
from bertviz_core.charts.role_colours import role_colour

HEIGHT, WIDTH = 360, 760
"""Pixels; the width is that for which names are moved apart, about the least in which it is drawn."""

PHONE_WIDTH = 700
"""Pixels: two windows of a phone, which overlap a little."""

_LEAST, _MOST = 4.0, 4000.0
_EMPTY_YEAR, _A_MODEL = 0.2, 0.9
_NARROWER = 0.8
"""Names are placed in a lower picture, so that they clear the ring."""
_TICKS = (10, 30, 100, 300, 1000, 3000)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePoint:
    """A model on the chart."""

    name: str
    when: float
    """Year, with its part that has passed."""
    kind: int
    """Number of its kind."""
    millions: float | None
    most_millions: float | None


def timeline_chart(
    points: Sequence[TimePoint],
    chosen: int,
    kinds: Sequence[str],
    style: ChartStyle,
    *,
    loaded: float,
    loaded_name: str,
    size: str,
) -> go.Figure:
    """Draw each model at its time and size, a line up to its largest one, the chosen one in a ring.

    Args:
        points: In the order of time.
        chosen: Place of one of them.
        kinds: Names of the kinds.
        style: Colours and signs.
        loaded: Size of the loaded model in millions: a line across.
        loaded_name: Written on it.
        size: Name of the upright axis.
    """
    years = year_places([point.when for point in points])
    x = _places(points, years)
    y = [log10(point.millions or _LEAST * 1.3) for point in points]
    figure = Drawing([])
    for place, point in enumerate(points):
        if point.most_millions:
            line = {"color": group_marker(point.kind, style, solid=False)["color"], "width": 3}
            figure.add_trace(
                scatter(
                    x=[x[place]] * 2,
                    y=[y[place], log10(point.most_millions)],
                    mode="lines",
                    line=line,
                    hoverinfo="skip",
                    showlegend=False,
                )
            )
    for number, kind in enumerate(kinds):
        own = [place for place, point in enumerate(points) if point.kind == number]
        figure.add_trace(
            scatter(
                x=x[own],
                y=[y[place] for place in own],
                mode="markers",
                name=plain(kind),
                marker={**group_marker(number, style, solid=False), "size": 13},
                cliponaxis=False,
                hoverinfo="skip",
            )
        )
    figure.add_trace(
        scatter(
            x=[x[chosen]],
            y=[y[chosen]],
            mode="markers",
            marker={"symbol": "circle-open", "size": 26, "color": style.ink, "line": {"width": 3}},
            hoverinfo="skip",
            showlegend=False,
        )
    )
    low, high = np.array([-0.4, log10(_LEAST)]), np.array([max(years.values()) + 0.7, log10(_MOST)])
    places = np.stack([x, y], axis=1).astype(np.float32)
    names = [point.name for point in points]
    colours = [style.ink] * len(points)
    bars = [
        (x[place], y[place], log10(point.most_millions))
        for place, point in enumerate(points)
        if point.most_millions
    ]
    figure.add_trace(
        names_beside(
            places,
            names,
            colours,
            low=low,
            high=high,
            size=(WIDTH - 70, _NARROWER * (HEIGHT - 80)),
            bars=np.array(bars).reshape(-1, 3),
        )
    )
    _draw_loaded(figure, loaded, loaded_name, style)
    figure.update_layout(
        style.layout(
            height=HEIGHT,
            margin={"l": 64, "r": 12, "t": 6, "b": 62},
            showlegend=True,
            legend={"orientation": "h", "x": 0, "y": -0.11, "yanchor": "top", "itemclick": False},
        )
    )
    figure.update_xaxes(
        range=[low[0], high[0]],
        tickvals=list(years.values())[:-1],
        ticktext=_year_names(years),
        tickangle=0,
        zeroline=False,
        fixedrange=True,
    )
    figure.update_yaxes(
        title=plain(size),
        range=[low[1], high[1]],
        tickvals=[log10(tick) for tick in _TICKS],
        ticktext=[style.numbers.number(tick) for tick in _TICKS],
        zeroline=False,
        fixedrange=True,
    )
    return figure.done()


def in_later_half(points: Sequence[TimePoint], chosen: int) -> bool:
    """Tell whether a model stands in the right half of the picture."""
    years = year_places([point.when for point in points])
    return bool(_places(points, years)[chosen] > max(years.values()) / 2)


def _places(points: Sequence[TimePoint], years: dict[int, float]) -> NDArray[np.float64]:
    return np.interp([point.when for point in points], list(years), list(years.values()))


def year_places(times: Sequence[float]) -> dict[int, float]:
    """Return where each year begins on the axis, and where the last one ends: the more models, the wider."""
    first, last = int(min(times)), int(max(times))
    place, places = 0.0, {}
    for year in range(first, last + 1):
        places[year] = place
        place += _EMPTY_YEAR + _A_MODEL * sum(int(one) == year for one in times)
    return {**places, last + 1: place}


def _year_names(years: dict[int, float]) -> list[str]:
    """Return the years, empty where there is no room for them."""
    widths = np.diff(list(years.values()))
    return [str(year) if width > 0.9 else "" for year, width in zip(years, widths, strict=False)]


def _draw_loaded(figure: Drawing, millions: float, name: str, style: ChartStyle) -> None:
    height = min(max(log10(max(millions, _LEAST)), log10(_LEAST)), log10(_MOST))
    colour = role_colour("hidden", style)
    figure.add_hline(height, line={"color": colour, "width": 2, "dash": "dash"}, layer="below")
    figure.add_annotation(
        x=1,
        xref="x domain",
        y=height,
        xanchor="right",
        yanchor="bottom",
        text=plain(name),
        font={"size": LETTERS, "color": colour},
        showarrow=False,
    )
