"""The loaded model: once a process, however many tabs ask for it at the same moment."""

from __future__ import annotations

import streamlit as st

from bertviz_core import BertEngine, list_models, load_engine
from bertviz_core.ui.i18n import _

MODEL_KEY = "model"
"""Session key and URL parameter of the model choice."""

MODELS_IN_MEMORY = 2


@st.cache_resource(max_entries=MODELS_IN_MEMORY, show_spinner=False)
def _load(model: str) -> BertEngine:
    """Load a model; simultaneous callers wait for the same one."""
    return load_engine(model)


def model_ids() -> list[str]:
    """Return the ids a visitor can choose from, the bundled model first."""
    return [entry.id for entry in list_models()]


def chosen_model() -> str:
    """Return the id of the model chosen in the sidebar, the first one before any choice."""
    return str(st.session_state.get(MODEL_KEY) or model_ids()[0])


def current_engine() -> BertEngine:
    """Return the engine of the chosen model, saying so while it loads for the first time."""
    with st.spinner(_("Loading the model…")):
        return _load(chosen_model())
