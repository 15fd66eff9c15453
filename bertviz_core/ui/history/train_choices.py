"""How vectors are learned: what is predicted, from how many words, how often."""

from __future__ import annotations

import streamlit as st

from bertviz_core.results import ARCHITECTURES, Architecture
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _

ARCHITECTURE_PARAMETER, WINDOW_PARAMETER, EPOCHS_PARAMETER = "architecture", "window", "epochs"
USUAL_WINDOW, MOST_WINDOW = 5, 8
EPOCHS = (50, 100, 200, 300, 400)
USUAL_EPOCHS = 300


def choose_architecture() -> Architecture:
    """Offer skip-gram and CBOW."""
    names: dict[Architecture, str] = {"skip_gram": "Skip-gram", "cbow": "CBOW"}
    named = address.get(ARCHITECTURE_PARAMETER)
    chosen = st.segmented_control(
        _("Predict"),
        list(names),
        default="cbow" if named == "cbow" else "skip_gram",
        format_func=names.__getitem__,
        required=True,
        key="train_architecture",
        label_visibility="collapsed",
        persist_state="session",
    )
    architecture: Architecture = chosen or ARCHITECTURES[0]
    address.put(ARCHITECTURE_PARAMETER, architecture, usual=ARCHITECTURES[0])
    return architecture


def choose_window() -> int:
    """Ask for the words on either side."""
    named = address.number(WINDOW_PARAMETER)
    chosen = int(
        st.number_input(
            _("Window"),
            min_value=1,
            max_value=MOST_WINDOW,
            value=named if named in range(1, MOST_WINDOW + 1) else USUAL_WINDOW,
            key="train_window_reach",
            persist_state="session",
        )
    )
    chosen = min(max(chosen, 1), MOST_WINDOW)
    address.put(WINDOW_PARAMETER, str(chosen), usual=str(USUAL_WINDOW))
    return chosen


def choose_epochs() -> int:
    """Ask how often the text is read."""
    named = address.number(EPOCHS_PARAMETER)
    chosen = st.selectbox(
        _("Epochs"),
        EPOCHS,
        index=EPOCHS.index(named if named in EPOCHS else USUAL_EPOCHS),
        key="train_epochs",
        persist_state="session",
    )
    address.put(EPOCHS_PARAMETER, str(chosen), usual=str(USUAL_EPOCHS))
    return int(chosen)
