"""A chart that is drawn again and again without a blink.

Streamlit takes a chart with other numbers for another chart: it throws the old one away and draws the new one
a moment later. So there are two places on top of each other, and the new chart is drawn above the old one,
which is seen until then, however long that takes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import plotly.graph_objects as go
import streamlit as st

from bertviz_core.ui.chart_theme import picture_options

_LEFT_S = 2.5
"""So long the old chart stays below the one in front, which may be a still older one at first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    about: str
    front: int
    figures: tuple[go.Figure | None, go.Figure | None]


def draw_live(figure: go.Figure, key: str, *, about: str, picture: str, alt: str, changes: bool) -> None:
    """Draw a chart in the place where it was drawn before.

    Args:
        figure: The chart as it is now.
        key: Its key.
        about: What it is about: of something else nothing old is shown.
        picture: Name of the file that is saved, without its ending.
        alt: What it shows, for those who do not see it.
        changes: Others will follow; the last one stands alone.
    """
    before = st.session_state.get(f"{key}_shown")
    shown = _next(before, figure, about) if changes else _last(before, figure, about)
    st.session_state[f"{key}_shown"] = shown
    st.html(_style(key, shown.front))
    with st.container(key=key):
        for place, one in enumerate(shown.figures):
            with st.container(key=f"{key}_{place}"):
                if one is not None:
                    chart = f"{key}_chart_{place}"
                    st.plotly_chart(one, key=chart, config=picture_options(picture), alt=alt)


def _next(before: _Shown | None, figure: go.Figure, about: str) -> _Shown:
    """Return both places after a chart was drawn; one that has not changed stays where it is."""
    if before is None or before.about != about:
        return _Shown(about=about, front=0, figures=(figure, None))
    if before.figures[before.front] == figure:
        return before
    front = 1 - before.front
    old = before.figures[before.front]
    return replace(before, front=front, figures=(figure, old) if front == 0 else (old, figure))


def _last(before: _Shown | None, figure: go.Figure, about: str) -> _Shown:
    """Return the chart alone, in front where the one before it was: the same one is not drawn anew."""
    front = 0 if before is None else before.front
    return _Shown(about=about, front=front, figures=(figure, None) if front == 0 else (None, figure))


def _style(key: str, front: int) -> str:
    """Return what lays the places on each other; by their names, as an empty one is not in the page."""
    place = f".st-key-{key}"
    return (
        f"<style>{place} {{display: grid; grid-template-columns: minmax(0, 1fr)}}"
        f"{place} > * {{grid-area: 1 / 1}}"
        f"{place} > :has(> {place}_{front}) {{z-index: 1}}"
        f"{place}:has({place}_{front} .main-svg) {place}_{1 - front} "
        f"{{visibility: hidden; transition: visibility 0s {_LEFT_S}s}}"
        "</style>"
    )
