"""Pictures for notebooks: what a page shows, as a Plotly figure of an answer."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Literal

import plotly.graph_objects as go

from bertviz_core.charts.attention.explore import HeadWords, head_map
from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.errors import InputError
from bertviz_core.installation import app_folder
from bertviz_core.results import AttentionMaps

Theme = Literal["light", "dark"]


def show_head(maps: AttentionMaps, layer: int, head: int, *, theme: Theme = "light") -> go.Figure:
    """Draw what one head attends to; a notebook shows the figure by itself.

    Args:
        maps: What `BertEngine.attention` answered.
        layer: Counted from 0.
        head: Counted from 0.
        theme: Colours of the app's own themes, `light` or `dark`.

    Returns:
        A heat map, rows are the tokens that look and columns those they look at; `write_html` saves it.

    Raises:
        InputError: The model has no such layer or head, or there is no such theme.
    """
    layers, heads = maps.weights.shape[:2]
    for name, number, count in (("layer", layer, layers), ("head", head, heads)):
        if not 0 <= number < count:
            raise InputError(
                "There is no {name} {number}: they are counted from 0 to {last}.",
                name=name,
                number=number,
                last=count - 1,
            )
    words = HeadWords(
        title=f"{maps.model}: layer {layer}, head {head} (counted from 0)",
        query="looks",
        key="looked at",
        weight="weight",
    )
    return head_map(maps, layer, head, _style(theme), words)


@cache
def _style(theme: str) -> ChartStyle:
    """Return the colours of the app, which its settings hold."""
    settings = app_folder() / ".streamlit" / "config.toml"
    themes = tomllib.loads(settings.read_text(encoding="utf-8"))["theme"]
    if theme not in ("light", "dark"):
        raise InputError("There is no theme “{theme}”. Choose light or dark.", theme=theme)
    colours = themes[theme]
    return ChartStyle(
        ink=colours["textColor"],
        background=colours["backgroundColor"],
        sequential=tuple(colours["chartSequentialColors"]),
    )
