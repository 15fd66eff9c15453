"""How well texts are classified: a group of bars a language, the data sets side by side."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from bertviz_core.charts.chart_style import ChartStyle, plain
from bertviz_core.charts.score_bars import Scores, score_bars
from bertviz_core.results import ClassScore


def class_score_bars(
    scores: Sequence[ClassScore], style: ChartStyle, *, names: dict[str, str], words: dict[str, str]
) -> go.Figure:
    """Draw the accuracies on both kinds of features beside that of always giving one answer.

    Args:
        scores: Those of one data set stand together.
        style: Colours and signs.
        names: What data sets and languages are called.
        words: What the picture says: `cls`, `mean`, `majority`, `measure`.
    """
    figure = score_bars(
        [names.get(score.language, score.language) for score in scores],
        [
            Scores(name=words["cls"], values=tuple(score.cls for score in scores)),
            Scores(name=words["mean"], values=tuple(score.mean for score in scores)),
        ],
        style,
        measure=words["measure"],
        baseline=Scores(name=words["majority"], values=tuple(score.majority for score in scores)),
    )
    for data in dict.fromkeys(score.data for score in scores):
        places = [place for place, score in enumerate(scores) if score.data == data]
        figure.add_annotation(
            text=f"<b>{plain(names.get(data, data))}</b>",
            x=sum(places) / len(places),
            y=0,
            yref="paper",
            yanchor="top",
            yshift=-24,
            showarrow=False,
        )
    figure.update_layout(margin_b=56)
    return figure
