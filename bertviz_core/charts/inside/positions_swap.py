"""How far each word's vector is from itself when two words have changed places: bars, and lines by layer."""

from __future__ import annotations

from dataclasses import dataclass

import plotly.graph_objects as go

from bertviz_core.charts.chart_style import MONOSPACED, ChartStyle, beginning, plain
from bertviz_core.charts.drawing import Drawing, bar, scatter
from bertviz_core.charts.role_colours import Role, role_colour
from bertviz_core.results import SwappedWords

MOST_WORDS = 24
SHOWN_LETTERS = 12
ROW, TOP, BOTTOM = 44, 30, 46
LEAST_HEIGHT = 250
WITH: Role = "position"
WITHOUT: Role = "segment"
"""Whose colours the bars with and without positions have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapWords:
    """What is written on the charts, in the visitor's language."""

    with_positions: str
    without_positions: str
    distance: str
    """1 − cosine, title of the axis of bars."""
    cosine: str
    layer: str


def shown_words(answer: SwappedWords) -> list[int]:
    """Return at most `MOST_WORDS` words in reading order, the two that changed places among them."""
    count = len(answer.words)
    others = [word for word in range(count) if word not in (answer.first, answer.second)]
    return sorted([answer.first, answer.second, *others[: MOST_WORDS - 2]])


def word_label(answer: SwappedWords, word: int) -> str:
    """Return a word as it stands in the text."""
    encoding, tokens = answer.encoding, answer.words[word]
    if encoding.special[tokens[0]]:
        return encoding.labels[tokens[0]]
    text = (encoding.pair or "") if encoding.sequence_ids[tokens[0]] == 1 else encoding.text
    start, end = int(encoding.spans[tokens[0], 0]), int(encoding.spans[tokens[-1], 1])
    return text[start:end] or encoding.labels[tokens[0]]


def swap_bars(answer: SwappedWords, style: ChartStyle, words: SwapWords) -> go.Figure:
    """Draw two bars a word, with and without positions: 1 − cosine between both orders, last layer.

    Args:
        answer: The text in two orders.
        style: Colours and signs.
        words: What to write.
    """
    shown = shown_words(answer)
    bars = []
    for name, cosines, role in (
        (words.without_positions, answer.without_positions[-1], WITHOUT),
        (words.with_positions, answer.with_positions[-1], WITH),
    ):
        distances = [max(0.0, 1 - float(cosines[word])) for word in shown]
        bars.append(
            bar(
                x=distances,
                y=list(range(len(shown))),
                orientation="h",
                name=name,
                marker_color=role_colour(role, style),
                text=[style.numbers.number(distance, 3) for distance in distances],
                textposition="outside",
                cliponaxis=False,
                textfont={"size": 14},
                hovertext=[plain(word_label(answer, word)) for word in shown],
                hovertemplate="%{hovertext}: %{text}<extra>" + plain(name) + "</extra>",
            )
        )
    most = max(max(trace["x"]) for trace in bars) or 1.0
    figure = Drawing(
        bars,
        style.layout(
            height=max(LEAST_HEIGHT, ROW * len(shown) + TOP + BOTTOM),
            margin={"l": 8, "r": 8, "t": TOP, "b": BOTTOM},
            barmode="group",
            bargap=0.12,
            xaxis={
                "title": {"text": words.distance, "standoff": 6},
                "range": [0, most * 1.25],
                "fixedrange": True,
                "nticks": 5,
            },
            yaxis={
                "tickvals": list(range(len(shown))),
                "ticktext": [_name(answer, word) for word in shown],
                "tickfont": {"family": MONOSPACED},
                "range": [len(shown) - 0.5, -0.5],
                "automargin": True,
                "fixedrange": True,
            },
            legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "traceorder": "reversed"},
        )
        | {"showlegend": True},
    )
    return figure.done()


def swap_lines(answer: SwappedWords, style: ChartStyle, words: SwapWords) -> go.Figure:
    """Draw the cosines of the two words that changed places, by layer; arguments as for `swap_bars`."""
    layers = list(range(len(answer.with_positions)))
    lines = []
    for word, dash in ((answer.first, "solid"), (answer.second, "dot")):
        for name, cosines, role in (
            (words.with_positions, answer.with_positions, WITH),
            (words.without_positions, answer.without_positions, WITHOUT),
        ):
            lines.append(
                scatter(
                    x=layers,
                    y=cosines[:, word].tolist(),
                    mode="lines+markers",
                    name=plain(beginning(word_label(answer, word), SHOWN_LETTERS)),
                    showlegend=role == WITH,
                    customdata=[plain(name)] * len(layers),
                    line={"color": role_colour(role, style), "dash": dash, "width": 3},
                    hovertemplate="%{fullData.name}, %{customdata}<br>"
                    f"{plain(words.layer)} %{{x}}: %{{y:.3f}}<extra></extra>",
                )
            )
    lowest = float(min(answer.with_positions[:, [answer.first, answer.second]].min(), 0.9))
    figure = Drawing(
        lines,
        style.layout(
            height=max(LEAST_HEIGHT, ROW * len(shown_words(answer)) + TOP + BOTTOM),
            margin={"l": 8, "r": 8, "t": TOP, "b": BOTTOM},
            xaxis={"title": {"text": words.layer, "standoff": 6}, "fixedrange": True, "zeroline": False},
            yaxis={
                "title": {"text": words.cosine, "standoff": 6},
                "range": [lowest - 0.05, 1.03],
                "fixedrange": True,
                "automargin": True,
                "zeroline": False,
                "nticks": 5,
            },
            legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
        )
        | {"showlegend": True},
    )
    return figure.done()


def _name(answer: SwappedWords, word: int) -> str:
    """Name a row; the words that changed places are bold."""
    name = plain(beginning(word_label(answer, word), SHOWN_LETTERS))
    return f"<b>{name}</b>" if word in (answer.first, answer.second) else name
