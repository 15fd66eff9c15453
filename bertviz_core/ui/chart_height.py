"""Charts as high as the window leaves room for."""

from __future__ import annotations

from dataclasses import dataclass

import plotly.graph_objects as go
import streamlit as st

from bertviz_core.ui.chart_theme import picture_options

PHONE = 640
"""Pixels of width below which Streamlit puts columns below each other."""


def let_grow(*keys: str, least: int, most: int, other: int) -> None:
    """Let the charts in keyed containers fill the window; draw them with `height="stretch"`.

    On a phone, where everything stands below each other, they keep the least height.

    Args:
        keys: Keys of the containers.
        least: The height of the charts in a low window, in pixels.
        most: Their height in a high one.
        other: What the page needs of the window's height for everything else.
    """
    charts = ", ".join(f".st-key-{key}" for key in keys)
    st.html(
        f"<style>{charts} {{min-height: clamp({least}px, 100vh - {other}px, {max(least, most)}px)}}"
        f"@media (max-width: {PHONE}px) {{{charts} {{min-height: {least}px}}}}</style>"
    )


@dataclass(frozen=True, slots=True)
class Room:
    """The part of a window's height that a chart may fill."""

    other: int
    """Pixels that the page needs for everything else."""
    growth: float
    """How many times higher than in a low window the chart becomes at most."""


def draw_growing(figure: go.Figure, key: str, *, room: Room, picture: str, alt: str) -> None:
    """Draw a chart that fills the window, with a button that saves it.

    Args:
        figure: The chart, with its height in a low window.
        key: Its key.
        room: How high it gets.
        picture: Name of the file that is saved, without its ending.
        alt: What it shows, for those who do not see it.
    """
    least, place = figure.layout.height, f"{key}_room"
    let_grow(place, least=least, most=round(room.growth * least), other=room.other)
    (column,) = st.columns(1)  # in which a chart grows with its room
    with column, st.container(key=place):
        st.plotly_chart(figure, height="stretch", key=key, config=picture_options(picture), alt=alt)
