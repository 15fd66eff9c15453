"""The style that every page has beside the theme: readable captions, and no numbers too small to read."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from bertviz_core.ui.page_head import HEAD_STYLE
from bertviz_core.ui.rows import ROW_STYLE

LEAST_NUMBER = 9
"""Pixels: Plotly shrinks the numbers of narrow cells without end."""

_FAINT = ", ".join(
    f'.js-plotly-plot text[style*="font-size: {size}{after}"]'
    for size in range(1, LEAST_NUMBER)
    for after in ("px", ".")
)
# Streamlit shows why a file was refused only to who points at it, and to screen readers.
_REFUSED_FILE = """
[data-testid=stFileChip]:has([role=alert]) {max-width: none; width: auto; height: auto; flex-wrap: wrap}
[data-testid=stFileChip] [role=alert] {
  position: static; width: auto; height: auto; clip: auto; clip-path: none; overflow: visible;
  margin: 0 0.5rem; white-space: normal; font-size: 0.875rem
}
"""
# All choices of the sidebar stand above 720 px where a mouse points: a field that is cut is moved into sight
# by the click on it, which closes its menu.
_SIDEBAR = """
@media (min-width: 768px) {
  [data-testid=stSidebarHeader] {margin-bottom: 0}
  [data-testid=stSidebarNavLinkContainer], [data-testid=stSidebarNavLink] {
    height: 1.68rem; min-height: 0; padding-block: 0
  }
}
"""
# Streamlit's captions are at 60%, a contrast of 4.3 in the light theme.
PAGE_STYLE = f"""<style>
[data-testid=stCaptionContainer] {{opacity: 0.9}}
{_FAINT}, [role=dialog] [data-testid=stErrorCodeBlock] {{display: none}}
{_REFUSED_FILE}{_SIDEBAR}
</style>{HEAD_STYLE}{ROW_STYLE}"""


def draw_page_style() -> None:
    """Send the style to the browser, where another theme may be chosen without a new run."""
    theme = "dark" if st.context.theme.type == "dark" else "light"
    st.html(f"{PAGE_STYLE}<style>{_colours(theme)}</style>")


def _colours(theme: str) -> str:
    """Write the colours that follow the theme; browsers before 2024 keep those of the last run."""
    themes = ("light", "dark")
    grounds = {name: st.get_option(f"theme.{name}.backgroundColor") for name in themes}
    accents = {name: st.get_option(f"theme.{name}.primaryColor") for name in themes}
    # Streamlit writes white on its main buttons, a contrast of 2.8 on the light blue of the dark theme.
    inks = {"light": "#ffffff", "dark": grounds["dark"]}

    def rules(choose: Callable[[dict[str, str]], str]) -> str:
        return (
            f":root {{--page-ground: {choose(grounds)}; --page-accent: {choose(accents)}}}"
            f"[data-testid=stBaseButton-primary] {{color: {choose(inks)}}}"
        )

    both = rules(lambda colours: f"light-dark({colours['light']}, {colours['dark']})")
    return f"{rules(lambda colours: colours[theme])} @supports (color: light-dark(red, red)) {{{both}}}"
