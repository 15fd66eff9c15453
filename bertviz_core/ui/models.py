"""The model that a page asks, with what a visitor sees while it is loaded."""

from __future__ import annotations

from concurrent.futures import Future, wait
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bertviz_core.server.loaded_models import loaded_models
from bertviz_core.ui.decisions import draw_decisions
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from bertviz_core import BertEngine

MODEL_KEY = "model"
"""Session key and URL parameter of the model choice."""

LOOK_AGAIN_S = 0.2

_OPENED = "opened_models"
"""Session key of the models opened in one run of the script about which something was decided."""


def chosen_model() -> str:
    """Return the id of the model chosen in the sidebar."""
    return str(st.session_state[MODEL_KEY])


def current_engine() -> BertEngine:
    """Return the engine of the chosen model, saying so while it is downloaded and loaded."""
    return engine_of(chosen_model())


def engine_of(model: str) -> BertEngine:
    """Return the engine of a model, saying so while it is downloaded and loaded."""
    load = loaded_models.begin(model)
    if not load.done():
        _wait_aloud(model, load)
    engine = load.result()
    if engine.info.notes:
        st.session_state.setdefault(_OPENED, {})[model] = engine.info
    return engine


def place_for_decisions() -> DeltaGenerator:
    """Leave a place free for what is said of the models that this run of the script will open."""
    st.session_state.pop(_OPENED, None)  # of a run that was given up, or of a fragment
    return st.container()


def draw_model_decisions(place: DeltaGenerator) -> None:
    """Say what was decided about the models that this run of the script has opened.

    Args:
        place: In the sidebar, left free before the page was drawn.
    """
    opened = st.session_state.pop(_OPENED, {})
    with place:
        for model, info in opened.items():
            if model != chosen_model():
                st.caption(_("About “{name}”:", name=literal(info.name)))
            draw_decisions(info.notes)


def _wait_aloud(model: str, load: Future[BertEngine]) -> None:
    """Wait for a model, with a bar while it is downloaded."""
    with st.spinner(_("Loading the model…")):
        bar = None
        while not wait([load], timeout=LOOK_AGAIN_S).done:
            if on_its_way := loaded_models.arrived(model):
                arrived, expected = (number(round(size / 1e6)) for size in on_its_way)
                text = _("Downloading: {arrived} of {expected} MB", arrived=arrived, expected=expected)
                bar = bar or st.empty()
                bar.progress(min(1.0, on_its_way[0] / max(1, on_its_way[1])), text=text)
        if bar is not None:
            bar.empty()


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
