"""A batch as one SVG file, for slides and papers: every token, and what became of it; dark on white."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bertviz_core.charts.chart_style import LESS, MORE, readable_ink
from bertviz_core.charts.svg_text import svg_text
from bertviz_core.results import Action, MaskedBatch

ACTION_COLOURS: dict[Action, str] = {"masked": MORE, "random": LESS, "unchanged": "#009e73"}
"""Okabe-Ito colours of what happened to a drawn token."""
ACTION_PATTERNS: dict[Action, str] = {"masked": "", "random": "/", "unchanged": "."}
"""The same in a chart, without colour."""

WIDTH, MARGIN, GAP = 960, 16, 6
CARD_HEIGHT, ROW_HEIGHT, LETTER = 54, 64, 8.4
HEAD_HEIGHT, LEGEND_HEIGHT = 30, 40
INK, PALE, LINE = "#17212b", "#5b6876", "#d5dde5"


def segments(batch: MaskedBatch) -> list[tuple[int, list[int]]]:
    """Return the places of the tokens of each segment, with the segment's id, in reading order."""
    parts: list[tuple[int, list[int]]] = []
    for place, segment in enumerate(batch.encoding.segment_ids.tolist()):
        if not parts or parts[-1][0] != segment:
            parts.append((segment, []))
        parts[-1][1].append(place)
    return parts


def batch_svg(batch: MaskedBatch, *, headings: Sequence[str], legend: Mapping[Action, str]) -> str:
    """Draw the tokens of each segment below its heading.

    Args:
        batch: The tokens.
        headings: A line for each segment, in the visitor's language.
        legend: What each colour means.
    """
    drawn, y = [], float(MARGIN)
    for heading, (_, places) in zip(headings, segments(batch), strict=True):
        drawn.append(_text(MARGIN, y + 16, heading, f'font-weight="600" fill="{INK}"'))
        y += HEAD_HEIGHT
        x = float(MARGIN)
        for place in places:
            width = _width(batch, place)
            if x > MARGIN and x + width > WIDTH - MARGIN:
                x, y = float(MARGIN), y + ROW_HEIGHT
            drawn.append(_card(batch, place, x=x, y=y))
            x += width + GAP
        y += ROW_HEIGHT
    drawn.append(_legend(legend, y))
    height = y + LEGEND_HEIGHT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
        f'height="{height:.0f}" font-family="sans-serif" font-size="14">'
        f'<rect width="{WIDTH}" height="{height:.0f}" fill="#ffffff"/>{"".join(drawn)}</svg>'
    )


def _width(batch: MaskedBatch, place: int) -> float:
    letters = max(len(batch.encoding.labels[place]), len(batch.tokens[place]))
    return min(LETTER * letters + 16, WIDTH - 2 * MARGIN)


def _card(batch: MaskedBatch, place: int, *, x: float, y: float) -> str:
    """Draw one token: its place, what stood there, and below it what stands there now."""
    action = batch.actions[place]
    colour = ACTION_COLOURS.get(action, "#ffffff")
    ink = INK if action == "out" else readable_ink(colour)
    face = f'font-family="monospace" fill="{ink}"'
    lines = [
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{_width(batch, place):.1f}" height="{CARD_HEIGHT}" rx="4" '
        f'fill="{colour}" stroke="{LINE}"/>',
        _text(x + 8, y + 13, str(place), f'font-size="9" fill="{PALE if action == "out" else ink}"'),
        _text(x + 8, y + 29, batch.encoding.labels[place], face),
    ]
    if action != "out":
        lines.append(_text(x + 8, y + 46, batch.tokens[place], f'{face} font-weight="700"'))
    return "".join(lines)


def _legend(legend: Mapping[Action, str], y: float) -> str:
    parts, x = [], float(MARGIN)
    for action, words in legend.items():
        colour = ACTION_COLOURS.get(action, "#ffffff")
        parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="12" height="12" rx="2" fill="{colour}" stroke="{LINE}"/>'
        )
        parts.append(_text(x + 18, y + 11, words, f'font-size="12" fill="{INK}"'))
        x += 34 + 6.6 * len(words)
    return "".join(parts)


def _text(x: float, y: float, text: str, attributes: str) -> str:
    """Write a line of text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" {attributes}>{svg_text(text)}</text>'
