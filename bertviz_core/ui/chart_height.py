"""Charts as high as the window leaves room for."""

from __future__ import annotations

import streamlit as st

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
