"""One layer with LayerNorm after each part, as in BERT, or before it, as in GPT-2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bertviz_core.charts.chart_style import CHOSEN, MORE, ChartStyle, colour_at, readable_ink
from bertviz_core.charts.svg_text import svg_text

WIDTH, HEIGHT = 300, 372
BOX, BOX_HEIGHT, MIDDLE, SIDE = 150, 32, 110, 232
_BOTTOM = 356

Part = Literal["branch", "attention", "feed", "norm", "sum"]
AFTER: tuple[Part, ...] = ("branch", "attention", "sum", "norm", "branch", "feed", "sum", "norm")
BEFORE: tuple[Part, ...] = ("branch", "norm", "attention", "sum", "branch", "norm", "feed", "sum")


@dataclass(frozen=True, slots=True, kw_only=True)
class NormWords:
    """What is written in the picture, in the visitor's language."""

    heading: str
    attention: str
    feed: str
    norm: str
    state: str
    """At the line that goes around the parts."""


def norms_svg(parts: tuple[Part, ...], style: ChartStyle, words: NormWords) -> str:
    """Draw the parts of one layer from bottom to top, with the state that goes around them.

    Args:
        parts: `AFTER` or `BEFORE`.
        style: Colours.
        words: What is written.
    """
    drawn, y, branch = [], float(_BOTTOM), float(_BOTTOM)
    for part in parts:
        if part == "branch":
            branch = y - 6
            continue
        height = 20 if part == "sum" else BOX_HEIGHT
        top = y - 18 - height
        drawn.append(_arrow(y, top + height, style))
        if part == "sum":
            drawn.append(_around(branch, top + height / 2, style))
            drawn.append(_sum(top + height / 2, style))
        else:
            drawn.append(_box(top, getattr(words, part), CHOSEN if part == "norm" else MORE, style))
        y = top
    drawn.append(_arrow(y, y - 20, style))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="sans-serif" font-size="15">'
        f'<text x="4" y="20" font-size="16" font-weight="600" fill="{style.ink}">{svg_text(words.heading)}'
        f"</text>{''.join(drawn)}"
        f'<text x="{SIDE + 6}" y="{_BOTTOM - 60}" fill="{style.ink}">{svg_text(words.state)}</text></svg>'
    )


def _box(top: float, text: str, colour: str, style: ChartStyle) -> str:
    fill = colour_at([(0, style.background), (1, colour)], 0.85 if colour == CHOSEN else 0.9)
    return (
        f'<rect x="{MIDDLE - BOX / 2}" y="{top}" width="{BOX}" height="{BOX_HEIGHT}" rx="5" fill="{fill}"/>'
        f'<text x="{MIDDLE}" y="{top + 21}" text-anchor="middle" fill="{readable_ink(fill)}">'
        f"{svg_text(text)}</text>"
    )


def _sum(y: float, style: ChartStyle) -> str:
    return (
        f'<circle cx="{MIDDLE}" cy="{y}" r="10" fill="{style.background}" stroke="{style.ink}" '
        f'stroke-width="1.6"/><path d="M{MIDDLE - 6} {y} h12 M{MIDDLE} {y - 6} v12" stroke="{style.ink}" '
        'stroke-width="1.6"/>'
    )


def _around(start: float, end: float, style: ChartStyle) -> str:
    """Draw the state that goes around a part and is added after it."""
    return (
        f'<path d="M{MIDDLE} {start} H{SIDE} V{end} H{MIDDLE + 12} m7 -5 l-7 5 l7 5" fill="none" '
        f'stroke="{style.ink}" stroke-width="1.6"/>'
    )


def _arrow(start: float, end: float, style: ChartStyle) -> str:
    return (
        f'<path d="M{MIDDLE} {start} V{end + 1} m-5 7 l5 -7 l5 7" fill="none" stroke="{style.ink}" '
        'stroke-width="1.6"/>'
    )
