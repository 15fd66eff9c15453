"""How vectors are learned: what is predicted, from how many words, how often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import ARCHITECTURES, Architecture, LiveSettings
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

ARCHITECTURE_PARAMETER, WINDOW_PARAMETER, EPOCHS_PARAMETER = "architecture", "window", "epochs"
USUAL = LiveSettings()
WINDOWS = tuple(range(1, 9))
EPOCHS = (50, 100, 200, 300, 400)


def choose_settings(places: Sequence[DeltaGenerator]) -> LiveSettings:
    """Offer what is predicted in the first place, the rest in a menu in the second."""
    with places[0]:
        architecture = _choose_architecture()
    with places[1].popover(_("Settings"), icon=":material/tune:", width="stretch"):
        window = _choose_number(_("Window: words on either side"), WINDOWS, USUAL.window, WINDOW_PARAMETER)
        epochs = _choose_number(_("Epochs: times the text is read"), EPOCHS, USUAL.epochs, EPOCHS_PARAMETER)
    return LiveSettings(architecture=architecture, window=window, epochs=epochs)


def _choose_architecture() -> Architecture:
    names: dict[Architecture, str] = {"skip_gram": "Skip-gram", "cbow": "CBOW"}
    named = address.get(ARCHITECTURE_PARAMETER)
    chosen: Architecture | None = st.segmented_control(
        _("Predict"),
        list(names),
        default="cbow" if named == "cbow" else "skip_gram",
        format_func=names.__getitem__,
        required=True,
        key="train_architecture",
        label_visibility="collapsed",
        persist_state="session",
    )
    architecture = chosen or ARCHITECTURES[0]
    address.put(ARCHITECTURE_PARAMETER, architecture, usual=ARCHITECTURES[0])
    return architecture


def _choose_number(label: str, offered: tuple[int, ...], usual: int, parameter: str) -> int:
    named = address.number(parameter)
    chosen = st.select_slider(
        label,
        offered,
        value=named if named in offered else usual,
        key=f"train_{parameter}",
        persist_state="session",
    )
    number = int(chosen) if chosen in offered else usual
    address.put(parameter, str(number), usual=str(usual))
    return number
