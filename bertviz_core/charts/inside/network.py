"""The parameters of a part and of the parts in it: tiles whose areas are their numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import plotly.graph_objects as go

from bertviz_core.charts.chart_style import MORE, ChartStyle, colour_at, plain, readable_ink
from bertviz_core.charts.drawing import LETTERS, Drawing, treemap
from bertviz_core.charts.role_colours import Role, role_colour
from bertviz_core.results import ParameterPart, PartKind

HEIGHT = 380
LETTER: dict[PartKind, str] = {"query": "Q", "key": "K", "value": "V", "output": "O"}
"""What still fits into the tiles of a head."""

ROLES: dict[PartKind, Role] = {
    "embeddings": "token",
    "word_embeddings": "token",
    "position_embeddings": "position",
    "segment_embeddings": "segment",
    "query": "query",
    "key": "key",
    "value": "value",
}
"""What has a colour of its own on all pages; the rest is blue, heads and pooler grey."""

_GREY: tuple[PartKind, ...] = ("pooler", "masked_words", "next_sentence", "other", "norm", "output_bias")


@dataclass(frozen=True, slots=True, kw_only=True)
class PartWords:
    """What is written on tiles, in the visitor's language."""

    name: Callable[[ParameterPart], str]
    parameters: str
    share: str
    """Of the whole model."""


def parts_tiles(part: ParameterPart, whole: ParameterPart, style: ChartStyle, words: PartWords) -> go.Figure:
    """Draw the parts of a part; areas are parameters.

    Args:
        part: What is open; made of parts.
        whole: The model.
        style: Colours and signs.
        words: What is written.
    """
    tiles = _tiles(part, "", 1 if part is whole else 2)
    write = style.numbers.number
    colours = [_colour(tile, style) for tile, _id, _parent in tiles]
    names = [plain(words.name(tile)) for tile, _id, _parent in tiles]
    small = [own.count("/") > 2 for _tile, own, _parent in tiles]
    figure = Drawing(
        treemap(
            ids=[own for _tile, own, _parent in tiles],
            parents=[parent for _tile, _own, parent in tiles],
            labels=[
                LETTER.get(tile.kind, name) if inner else name
                for (tile, _id, _parent), name, inner in zip(tiles, names, small, strict=True)
            ],
            values=[tile.parameters for tile, _own, _parent in tiles],
            branchvalues="total",
            text=[
                "" if inner and tile.kind in LETTER else plain(_size(tile, style))
                for (tile, _id, _parent), inner in zip(tiles, small, strict=True)
            ],
            texttemplate="%{label}<br>%{text}",
            customdata=[
                [
                    write(tile.parameters),
                    style.numbers.percent(tile.parameters / whole.parameters, 2),
                    name,
                ]
                for (tile, _id, _parent), name in zip(tiles, names, strict=True)
            ],
            hovertemplate=(
                f"%{{customdata[2]}}<br>{plain(words.parameters)} %{{customdata[0]}}"
                f"<br>{plain(words.share)} %{{customdata[1]}}<extra></extra>"
            ),
            marker={"colors": colours, "line": {"color": style.background, "width": 2}},
            textfont={"color": [readable_ink(colour) for colour in colours], "size": LETTERS},
            tiling={"packing": "squarify", "pad": 2},
            pathbar={"visible": False},
            sort=False,
        )
    )
    figure.update_layout(style.layout(height=HEIGHT, margin={"l": 0, "r": 0, "t": 0, "b": 0}))
    return figure.done()


def _tiles(part: ParameterPart, path: str, depth: int) -> list[tuple[ParameterPart, str, str]]:
    """Return a part and what it is made of, with their ids and those of what they are in."""
    own = f"{path}/{part.slug}"
    found = [(part, own, path)]
    if depth:
        for child in part.children:
            found += _tiles(child, own, depth - 1)
    return found


def _size(part: ParameterPart, style: ChartStyle) -> str:
    if not part.shape:
        return style.numbers.number(part.parameters)
    shape = " × ".join(style.numbers.number(size) for size in part.shape)
    return f"{shape} + {style.numbers.number(part.bias)}" if part.bias else shape


def _colour(part: ParameterPart, style: ChartStyle) -> str:
    if part.kind == "model":
        return style.background
    if part.kind in ROLES:
        return role_colour(ROLES[part.kind], style)
    if part.kind in _GREY:
        return colour_at([(0, style.background), (1, style.ink)], 0.3)
    depth = {"layer": 0.25, "attention": 0.45, "feed_forward": 0.65}.get(part.kind, 0.35)
    return colour_at([(0, style.background), (1, MORE)], depth)
