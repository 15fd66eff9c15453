"""Which layers make good features of words: a bar for each choice, and a curve over the layers."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import CHOSEN, MORE, STILL, ChartStyle, plain
from bertviz_core.charts.drawing import Drawing, bar, scatter
from bertviz_core.results import PUBLISHED_F1, Features, TaggingExperiment

ROWS: tuple[Features, ...] = (
    "embeddings",
    "second_to_last",
    "last",
    "weighted_last_4",
    "sum_last_4",
    "concat_last_4",
    "weighted_all",
    "sum_all",
)
"""Those of the published table, with the plain sums beside them."""

HEIGHT = 356
PUBLISHED = "#999999"
_COLOURS = {"x": MORE, "x2": PUBLISHED}
_BETWEEN = 0.06
_LINE = 12
"""Letters of a line above the bars: on a phone there is no room for more."""
_WEIGHTS_SHARE = 0.26
_FULL = 100  # percent, as published


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggingWords:
    """What the pictures say."""

    rows: tuple[str, ...]
    """Names of `ROWS`."""
    measured: tuple[str, ...]
    published: tuple[str, ...]
    """Lines."""
    not_measured: str
    """Stands where there is no bar yet."""
    f1: str
    layer: str
    weight: str


def tagging_bars(experiment: TaggingExperiment | None, style: ChartStyle, words: TaggingWords) -> go.Figure:
    """Draw the mean F1 of the folds with its standard deviation, and the published figures beside it."""
    mean, spread = _measured(experiment)
    published = np.array([PUBLISHED_F1.get(str(row), np.nan) for row in ROWS])
    figure = Drawing(
        [
            *_bars(mean, style, spread=spread, axis="x", name=words.measured[0]),
            *_bars(published, style, axis="x2", name=words.published[0]),
        ]
    )
    if not experiment:
        figure.add_annotation(
            text=plain(words.not_measured), x=0.5, xref="x domain", y=0.5, yref="paper", showarrow=False
        )
    headings = [
        [line for text in texts for line in wrap(text, _LINE)]
        for texts in ((*words.measured, words.f1), words.published)
    ]
    for lines, axis_name in zip(headings, ("x", "x2"), strict=True):
        figure.add_annotation(
            text="<br>".join(map(plain, lines)),
            x=0,
            xref=f"{axis_name} domain",
            xanchor="left",
            align="left",
            y=1,
            yref="paper",
            yanchor="bottom",
            showarrow=False,
        )
    axis: dict[str, Any] = {"range": [0, 1.36 * _FULL], "tickvals": [0, 50, _FULL], **STILL}
    top = 12 + 19 * max(map(len, headings))
    half = (1 - _BETWEEN) / 2
    figure.update_layout(
        style.layout(
            height=HEIGHT - 84 + top,
            margin={"l": 10, "r": 6, "t": top, "b": 28},
            xaxis=axis | {"domain": [0, half + 0.03]},
            xaxis2=axis | {"domain": [half + _BETWEEN + 0.03, 1], "anchor": "y"},
        )
    )
    figure.update_yaxes(
        range=[len(ROWS) - 0.5, -0.5],
        tickvals=list(range(len(ROWS))),
        ticktext=[plain(row) for row in words.rows],
        automargin=True,
        **STILL,
    )
    return figure.done()


def tagging_layers(experiment: TaggingExperiment, style: ChartStyle, words: TaggingWords) -> go.Figure:
    """Draw the F1 of each single layer that is finished, and below it the weights that were learned."""
    entities = experiment.data.has_entities
    scores = {layer: score for layer in range(experiment.layers + 1) if (score := experiment.score(layer))}
    mean = _FULL * np.array([score.mean(entities=entities) for score in scores.values()])
    spread = _FULL * np.array([score.deviation(entities=entities) for score in scores.values()])
    weighted = experiment.score("weighted_all")
    weights = weighted.layer_weights if weighted else None
    figure = Drawing(
        scatter(
            x=np.array(list(scores)),
            y=mean,
            error_y={"array": spread, "color": MORE, "thickness": 1, "width": 3},
            customdata=spread,
            mode="lines+markers",
            line={"color": MORE, "width": 2},
            marker={"size": 7},
            hovertemplate=f"{plain(words.layer)} %{{x}}: %{{y:.1f}} ± %{{customdata:.1f}}<extra></extra>",
        )
    )
    if weights is not None:
        figure.add_trace(
            bar(
                x=np.arange(1, len(weights) + 1),
                y=weights,
                yaxis="y2",
                marker_color=CHOSEN,
                hovertemplate=f"{plain(words.layer)} %{{x}}: %{{y:.3f}}<extra></extra>",
            )
        )
        figure.update_layout(
            yaxis2={"domain": [0, _WEIGHTS_SHARE], "title": plain(words.weight), "nticks": 3, **STILL}
        )
    bottom = 0 if weights is None else _WEIGHTS_SHARE + 0.06
    figure.update_layout(
        style.layout(
            height=HEIGHT,
            margin={"l": 52, "r": 6, "t": 10, "b": 40},
            yaxis={"domain": [bottom, 1], "title": plain(words.f1), "nticks": 6, "fixedrange": True},
            bargap=0.3,
        )
    )
    figure.update_xaxes(
        title={"text": plain(words.layer), "standoff": 4},
        range=[-0.5, experiment.layers + 0.5],
        dtick=1 if experiment.layers <= 12 else 3,
        anchor="y" if weights is None else "y2",
        **STILL,
    )
    return figure.done()


def _measured(experiment: TaggingExperiment | None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return means and standard deviations of `ROWS` in percent, NaN where there is none yet."""
    if experiment is None:
        return np.full(len(ROWS), np.nan), np.full(len(ROWS), np.nan)
    entities = experiment.data.has_entities
    scores = [experiment.score(row) for row in ROWS]
    mean = [score.mean(entities=entities) if score else np.nan for score in scores]
    spread = [score.deviation(entities=entities) if score else np.nan for score in scores]
    return _FULL * np.array(mean), _FULL * np.array(spread)


def _bars(
    values: NDArray[np.float64],
    style: ChartStyle,
    *,
    spread: NDArray[np.float64] | None = None,
    axis: str,
    name: str,
) -> list[Any]:
    """Draw bars and to the right of each, after its error bar, its number."""
    rows = np.arange(len(values))
    known = ~np.isnan(values)
    ends = values + (0 if spread is None else spread)
    write = style.numbers.number
    numbers = [write(value, 1) for value in values[known]]
    if spread is not None:
        numbers = [f"{number} ± {write(one, 1)}" for number, one in zip(numbers, spread[known], strict=True)]
    return [
        bar(
            x=values[known],
            y=rows[known],
            xaxis=axis,
            orientation="h",
            width=0.62,
            marker_color=_COLOURS[axis],
            error_x=None
            if spread is None
            else {"array": spread[known], "color": style.ink, "thickness": 1.2, "width": 4},
            hovertext=numbers,
            hovertemplate=f"{plain(name)}: %{{hovertext}}<extra></extra>",
        ),
        scatter(
            x=ends[known],
            y=rows[known],
            xaxis=axis,
            mode="text",
            text=[f" {number}" for number in numbers],
            textposition="middle right",
            textfont={"color": style.ink},
            cliponaxis=False,
            hoverinfo="skip",
        ),
    ]
