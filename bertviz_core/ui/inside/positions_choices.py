"""How many positions are drawn, and how many dimensions the formula gives them; both stand in the address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.analysis.inside.positions import LENGTHS, WIDTHS
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

LENGTH_PARAMETER, WIDTH_PARAMETER = "length", "width"
USUAL_LENGTH = 64


def choose_sizes(places: Sequence[DeltaGenerator], *, learned: int) -> tuple[int, int]:
    """Ask for the number of positions and of dimensions.

    Args:
        places: Of both fields.
        learned: Dimensions of the model's own vectors, to begin with.
    """
    usual = min(WIDTHS[1], max(WIDTHS[0], learned - learned % 2))
    with places[0]:
        length = _choose(_("Positions"), LENGTH_PARAMETER, LENGTHS, usual=USUAL_LENGTH, step=1)
    with places[1]:
        width = _choose(_("Dimensions (formula)"), WIDTH_PARAMETER, WIDTHS, usual=usual, step=2)
    return length, width


def _choose(label: str, parameter: str, bounds: tuple[int, int], *, usual: int, step: int) -> int:
    """Ask for a number within bounds, in steps from the least."""
    least, most = bounds
    named = address.number(parameter)
    allowed = named is not None and least <= named <= most and (named - least) % step == 0
    chosen: int = st.slider(
        label,
        least,
        most,
        value=named if named is not None and allowed else usual,
        step=step,
        key=f"positions_{parameter}_{usual}",
        persist_state="session",
    )
    address.put(parameter, str(chosen), usual=str(usual))
    return chosen
