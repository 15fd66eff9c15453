"""The occurrences of a word as points: near each other where their vectors are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.colors import get_colorscale

from bertviz_core.charts.chart_style import ChartStyle, beginning, colour_at, plain
from bertviz_core.charts.drawing import Drawing, Trace, scatter, scatter3d, scattergl
from bertviz_core.charts.hover_sentence import marked_occurrence
from bertviz_core.charts.point_groups import MOST_GROUPS, PointGroups, group_marker
from bertviz_core.results import Projection, WordLayers

HEIGHT = 380
FAST = 1_000
"""More points are drawn by the graphics card."""

NAMED = 12
"""Up to so many groups are named above the picture."""

SHOWN_LETTERS = 26
_FEW, _SOME = 100, 1_000
_BARE: dict[str, Any] = {"showticklabels": False, "showgrid": True, "zeroline": False, "ticks": ""}


def word_map(
    word: WordLayers, projection: Projection, groups: PointGroups, style: ChartStyle, *, axis: str
) -> go.Figure:
    """Draw one point for each occurrence; pointing at it shows its sentence.

    Args:
        word: The occurrences.
        projection: Their points, in two or three dimensions.
        groups: What they are coloured by.
        style: Colours and signs.
        axis: Name of a principal component, in the visitor's language.
    """
    titles = [
        f"{plain(axis)} {number} ({style.numbers.percent(share, 0)})"
        for number, share in enumerate(projection.variance, start=1)
    ]
    figure = Drawing(point_traces(word, projection.points, groups, style))
    lay_out_map(figure, groups, style, dimensions=projection.points.shape[1])
    named = zip("xyz", titles, strict=False)
    axes = {f"{name}axis": {"title": {"text": title}} for name, title in named}
    figure.update_layout({"scene": axes} if len(titles) == 3 else axes)
    return figure.done()


def point_traces(
    word: WordLayers, points: NDArray[np.float32], groups: PointGroups, style: ChartStyle
) -> list[Trace]:
    """Return the points of each group, `customdata` their numbers; all in one where there are many groups.

    Occurrences in equal sentences, if they are of one group, are one point with their number beside it.
    """
    firsts, copies = np.unique(word.first_equal(groups.labels.tolist()), return_counts=True)
    counts = np.zeros(len(word), dtype=np.int64)
    counts[firsts] = copies
    times = {row: f"×{style.numbers.number(count)}" for row, count in enumerate(counts.tolist()) if count > 1}
    numbers = _copy_numbers(points, times, style)
    if len(groups.names) > MOST_GROUPS:
        marker = {"color": groups.labels[firsts], "colorscale": get_colorscale("Cividis"), "symbol": "circle"}
        return [_points(word, points, groups, firsts, marker, times=times, name=groups.title), *numbers]
    solid = points.shape[1] == 3
    drawn = [
        _points(
            word,
            points,
            groups,
            part[counts[part] > 0],
            group_marker(number, style, solid=solid),
            times=times,
            name=name,
        )
        for name, part, number in groups.parts()
    ]
    return [*drawn, *numbers]


def _copy_numbers(points: NDArray[np.float32], times: Mapping[int, str], style: ChartStyle) -> list[Trace]:
    """Write how many occurrences a point stands for, where there are several."""
    if not times:
        return []
    part = np.array([*times])
    kind = scatter3d if points.shape[1] == 3 else scatter
    return [
        kind(
            **{axis: points[part, place] for place, axis in zip(range(points.shape[1]), "xyz", strict=False)},
            mode="text",
            text=[*times.values()],
            textposition="top center",
            textfont={"color": style.ink},
            customdata=part,
            showlegend=False,
            hoverinfo="skip",
        )
    ]


def lay_out_map(figure: Drawing, groups: PointGroups, style: ChartStyle, *, dimensions: int) -> None:
    """Give a map its frame: axes without numbers, which mean nothing, and the names of few groups."""
    faint = {"gridcolor": colour_at([(0, style.background), (1, style.ink)], 0.1), "title": {"text": ""}}
    figure.update_layout(
        style.layout(
            height=HEIGHT,
            margin={"l": 8, "r": 36, "t": 8, "b": 8},
            modebar={"orientation": "v"},  # beside the names of the groups, not on them
            showlegend=sum(trace["mode"] != "text" for trace in figure.traces) <= NAMED,
            legend={
                "orientation": "h",
                "x": 0,
                "y": 1,
                "yanchor": "bottom",
                "itemsizing": "constant",
                "title": {"text": plain(groups.title), "side": "left"},
            },
        )
    )
    if dimensions == 2:
        figure.update_layout(dragmode="pan")
        figure.update_xaxes(_BARE | faint)
        figure.update_yaxes(_BARE | faint, scaleanchor="x")
    else:
        axis = _BARE | faint | {"backgroundcolor": style.background}
        figure.update_layout(dragmode="orbit", scene={f"{name}axis": axis for name in "xyz"})


def _points(
    word: WordLayers,
    points: NDArray[np.float32],
    groups: PointGroups,
    part: NDArray[np.int64],
    marker: dict[str, Any],
    *,
    times: Mapping[int, str],
    name: str,
) -> Trace:
    """Draw some of the points."""
    n, dimensions = points.shape
    kind = scatter3d if dimensions == 3 else scattergl if n > FAST else scatter
    size = 12 if n <= _FEW else 9 if n <= _SOME else 5
    return kind(
        **{axis: points[part, place] for place, axis in zip(range(dimensions), "xyz", strict=False)},
        mode="markers",
        name=plain(beginning(name, SHOWN_LETTERS)),
        marker={"size": size / 2 if dimensions == 3 else size, "opacity": 0.85, **marker},
        customdata=part,
        text=[_pointed(word, groups, point, times.get(point)) for point in part.tolist()],
        hovertemplate="%{text}<extra></extra>",
        hoverlabel={"align": "left"},
    )


def _pointed(word: WordLayers, groups: PointGroups, point: int, times: str | None) -> str:
    name = plain(beginning(groups.of_point(point), SHOWN_LETTERS))
    several = f" ({times})" if times else ""
    return f"{marked_occurrence(word, point)}{several}<br><i>{plain(groups.title)}: {name}</i>"
