"""Colours of the visitor's theme for what Streamlit does not colour itself."""

from __future__ import annotations

import streamlit as st

LIGHT_INK, DARK_INK = "#ffffff", "#0f151c"


def theme_colour(option: str) -> str:
    """Return a colour of the theme that the visitor's browser shows, for instance `textColor`."""
    return str(st.get_option(f"theme.{_theme()}.{option}"))


def sequential_colours() -> tuple[str, ...]:
    """Return the scale for attention, from the background's colour to the strongest."""
    return tuple(st.get_option(f"theme.{_theme()}.chartSequentialColors"))


def readable_ink(background: str) -> str:
    """Return the ink, dark or light, with the higher contrast on a colour `#rrggbb`."""
    red, green, blue = (int(background[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [((c + 0.055) / 1.055) ** 2.4 if c > 0.04045 else c / 12.92 for c in (red, green, blue)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]  # WCAG 2
    return DARK_INK if luminance > 0.179 else LIGHT_INK


def _theme() -> str:
    return "dark" if st.context.theme.type == "dark" else "light"
