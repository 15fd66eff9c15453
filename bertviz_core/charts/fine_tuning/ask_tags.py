"""How sure a fine-tuned model is of the tag of each word: a bar a word, in the colour of its kind."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from bertviz_core.charts.chart_style import (
    ChartStyle,
    beginning,
    names_room,
    percent_ticks,
    plain,
    thinned_token_axis,
)
from bertviz_core.charts.drawing import Drawing, bar
from bertviz_core.results import TaggedText

HEIGHT = 180
OUTSIDE_COLOUR = "#7f8c96"
KIND_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#f0e442")
"""Okabe-Ito."""


def kind_of(tag: str) -> str:
    """Return what a tag says about a word, without the sign of where in an entity it stands."""
    return "" if tag == "O" else tag[2:] if tag[:2] in ("B-", "I-") else tag


def kind_colours(labels: Sequence[str]) -> dict[str, str]:
    """Return a colour for each kind of entity, or each class of words, in a fixed order."""
    kinds = list(dict.fromkeys(kind for kind in map(kind_of, labels) if kind))
    return {kind: KIND_COLOURS[place % len(KIND_COLOURS)] for place, kind in enumerate(kinds)}


def tag_bars(answer: TaggedText, style: ChartStyle, *, axis: str) -> go.Figure:
    """Draw the probability of each word's tag, in reading order.

    Args:
        answer: What the model says.
        style: Colours and signs.
        axis: What is measured, in the visitor's language.
    """
    colours = kind_colours(answer.labels)
    figure = Drawing(
        bar(
            x=[str(place) for place in range(len(answer.words))],  # places, so that equal words stay apart
            y=answer.probabilities.max(axis=1),
            marker_color=[colours.get(kind_of(tag), OUTSIDE_COLOUR) for tag in answer.tags],
            customdata=[
                f"{plain(beginning(word, 40))} · {plain(beginning(tag, 40))}"
                for word, tag in zip(answer.words, answer.tags, strict=True)
            ],
            hovertemplate="%{customdata}: %{y:.4f}<extra></extra>",
        )
    )
    names = [f"{word} {place}" for place, word in enumerate(answer.words)]
    below = names_room(names)
    figure.update_layout(
        style.layout(height=HEIGHT + below, margin={"l": 64, "r": 8, "t": 10, "b": below}, bargap=0.2)
    )
    figure.update_xaxes(thinned_token_axis(names, style) | {"tickangle": -90})
    figure.update_yaxes(
        title={"text": plain(axis), "standoff": 4},
        range=[0, 1.02],
        **percent_ticks(style),
        showgrid=False,
        zeroline=False,
        fixedrange=True,
    )
    return figure.done()
