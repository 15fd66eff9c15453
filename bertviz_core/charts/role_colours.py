"""One colour for each role of a vector, on all pages: a query is blue wherever it is drawn.

Hues of Okabe & Ito (2008), which people who see fewer colours tell apart, darkened or lightened until text in
them has a contrast of at least 4.5 on the page's background.
"""

from __future__ import annotations

from typing import Final, Literal

from bertviz_core.charts.chart_style import LIGHT_INK, ChartStyle, readable_ink

Role = Literal["query", "key", "value", "token", "segment", "position", "hidden"]

ROLE_COLOURS: Final[dict[Role, tuple[str, str]]] = {
    "query": ("#00619c", "#7cc7f2"),
    "key": ("#a34700", "#f5a05c"),
    "value": ("#00735a", "#3fcfa5"),
    "token": ("#6b5b00", "#e6cf3c"),
    "segment": ("#5a5a66", "#b9b9c6"),
    "position": ("#5a4bb0", "#b3a8f5"),
    "hidden": ("#973f75", "#ea9fcb"),
}
"""In the light and in the dark theme."""


def role_colour(role: Role, style: ChartStyle) -> str:
    """Return the colour `#rrggbb` of a role on the background of a style."""
    light, dark = ROLE_COLOURS[role]
    return dark if readable_ink(style.background) == LIGHT_INK else light
