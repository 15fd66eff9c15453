"""The loaded model: once a process, however many tabs ask for it at the same moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from bertviz_core import BertEngine

MODEL_KEY = "model"
"""Session key and URL parameter of the model choice."""

MODELS_IN_MEMORY = 2


@st.cache_resource(max_entries=MODELS_IN_MEMORY, show_spinner=False)
def _load(model: str) -> BertEngine:
    """Load a model; simultaneous callers wait for the same one."""
    from bertviz_core import load_engine  # brings torch: not before a page needs an answer

    return load_engine(model)


def chosen_model() -> str:
    """Return the id of the model chosen in the sidebar."""
    return str(st.session_state[MODEL_KEY])


def current_engine() -> BertEngine:
    """Return the engine of the chosen model, saying so while it loads for the first time."""
    with st.spinner(_("Loading the model…")):
        return _load(chosen_model())


def model_facts(engine: BertEngine) -> str:
    """Say in one line what the model is."""
    info = engine.info
    return _(
        "{name}: {layers} layers, {heads} heads each, {hidden} dimensions, a vocabulary of {vocabulary} "
        "pieces, {millions} million parameters.",
        name=literal(info.name),
        layers=info.layers,
        heads=info.heads,
        hidden=info.hidden_size,
        vocabulary=number(info.vocab_size),
        millions=number(round(info.parameters / 1e6, 1)),
    )
