"""The model as a stack of blocks, and beside each open block what it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bertviz_core.charts.chart_style import CHOSEN, ChartStyle, beginning, colour_at
from bertviz_core.charts.svg_text import svg_text

COLUMN, GAP, BOX_HEIGHT, STEP = 168, 30, 30, 36
MOST_BOXES, LETTERS = 11, 19
"""So many parts stand below each other, and so many letters in a box."""


@dataclass(frozen=True, slots=True)
class Block:
    """One part of an open block."""

    name: str
    is_open: bool
    """It is drawn once more in the next column, as what it is made of."""


def blocks_svg(columns: Sequence[Sequence[Block]], style: ChartStyle, *, more: str) -> str:
    """Draw the parts of the model from bottom to top, and to the right those of each part that is open.

    Args:
        columns: The model's parts first, then those of the open one among them, and so on.
        style: Colours.
        more: What stands for parts that are left out, in the visitor's language.
    """
    shown = [_shown(column, more) for column in columns]
    tallest = max(map(len, shown))
    width, height = len(shown) * (COLUMN + GAP) - GAP + 4, tallest * STEP + 6
    drawn = []
    came_from: float | None = None
    for number, column in enumerate(shown):
        left, next_from = 2 + number * (COLUMN + GAP), None
        bottom = height - 4 - (tallest - len(column)) * STEP / 2
        for place, block in enumerate(column):
            top = bottom - (place + 1) * STEP + 4
            drawn.append(_box(left, top, block, style))
            next_from = top + BOX_HEIGHT / 2 if block.is_open else next_from
        if came_from is not None:
            top = bottom - len(column) * STEP + 4
            drawn.append(_opened(left, came_from, (top, bottom), style))
        came_from = next_from
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="15">{"".join(drawn)}</svg>'
    )


def _shown(column: Sequence[Block], more: str) -> list[Block]:
    """Leave parts out in the middle of a column that is too long, not the open one."""
    if len(column) <= MOST_BOXES:
        return list(column)
    half = (MOST_BOXES - 3) // 2
    places = {*range(half), *range(len(column) - half, len(column))}
    places |= {place for place, block in enumerate(column) if block.is_open}
    found: list[Block] = []
    for place, block in enumerate(column):
        if place in places:
            found.append(block)
        elif place - 1 in places:
            found.append(Block(more, False))
    return found


def _box(left: float, top: float, block: Block, style: ChartStyle) -> str:
    grey = colour_at([(0, style.background), (1, style.ink)], 0.5)
    edge, width = (CHOSEN, 3) if block.is_open else (grey, 1)
    return (
        f'<rect x="{left}" y="{top}" width="{COLUMN}" height="{BOX_HEIGHT}" rx="5" fill="none" '
        f'stroke="{edge}" stroke-width="{width}"/>'
        f'<text x="{left + COLUMN / 2}" y="{top + 20}" text-anchor="middle" fill="{style.ink}">'
        f"{svg_text(beginning(block.name, LETTERS))}</text>"
    )


def _opened(left: float, start: float, ends: tuple[float, float], style: ChartStyle) -> str:
    """Draw the lines that spread from an open box to the first and the last of its parts."""
    return "".join(
        f'<path d="M{left - GAP + 2} {start} L{left - 3} {end}" fill="none" stroke="{CHOSEN}" '
        'stroke-width="1.5"/>'
        for end in ends
    )
