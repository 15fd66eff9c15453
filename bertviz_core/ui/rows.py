"""The rows between the head of a page and its answer: what is asked about, then how it is shown.

Labels stand beside their fields, so that the answer and its picture begin high on the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

# Behind the label. While somebody types, a hint stands behind it: the field keeps its width.
_FIELD = ":not([data-testid=stWidgetLabel], [data-testid=InputInstructions])"
_WIDE = ":is(.stTextInput, .stTextArea, .stSelectbox, .stNumberInput, .stSlider)"
_SHORT = ":is(.stSelectbox, .stNumberInput, .stSlider)"
"""Fields beside whose labels there is room on a phone too."""
ROW_STYLE = f"""<style>
@media (min-width: 768px) {{
  [class*=st-key-row_of_] :is({_WIDE}, .stButtonGroup) {{
    display: flex; flex-direction: row; align-items: center; gap: 0.6rem;
  }}
  [class*=st-key-row_of_] [data-testid=stWidgetLabel] {{flex: none; width: auto; min-height: 0; margin: 0}}
  [class*=st-key-row_of_] {_WIDE} > {_FIELD} {{flex: 1; min-width: 0}}
}}
@media (max-width: 767px) {{
  [class*=st-key-row_of_] {_SHORT} {{display: flex; flex-direction: row; align-items: center; gap: 0.6rem}}
  [class*=st-key-row_of_] {_SHORT} > label {{flex: 0 0 40%; width: auto; min-height: 0; margin: 0}}
  [class*=st-key-row_of_] {_SHORT} > {_FIELD} {{flex: 1; min-width: 0}}
  [class*=st-key-row_of_] .stHorizontalBlock {{gap: 0.4rem}}
}}
@media (max-width: 640px) {{
  [class*=st-key-row_of_] .stColumn:not(:has(.stVerticalBlock > *)) {{display: none}}
}}
</style>"""


def field_row(widths: Sequence[float], *, name: str = "fields") -> list[DeltaGenerator]:
    """Return the places of a row of fields and menus, in their order.

    Args:
        widths: Of the places, relative to each other.
        name: Of the row, one a page.
    """
    with st.container(key=f"row_of_{name}"):
        return st.columns(widths, vertical_alignment="center")


def option_row(widths: Sequence[float], *, name: str = "options") -> list[DeltaGenerator]:
    """Return the places of the row of options that matter, in their order; see `field_row`."""
    return field_row(widths, name=name)
