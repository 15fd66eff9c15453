"""The sidebar of every page: which model, which interface language."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bertviz_core.components.front_end_words import say_front_end_words
from bertviz_core.components.presentation import offer_presentation
from bertviz_core.locales import LANGUAGES
from bertviz_core.models.run_models import is_run_model
from bertviz_core.results import ListedModel
from bertviz_core.settings import get_settings
from bertviz_core.ui.address import address, write_address
from bertviz_core.ui.arrivals import ARRIVED_MODEL
from bertviz_core.ui.i18n import LANGUAGE_KEY, _, browser_language, language
from bertviz_core.ui.models import MODEL_KEY, chosen_model, place_for_decisions
from bertviz_core.ui.offered_models import offered_models
from bertviz_core.ui.sign_in import draw_sign_in
from bertviz_core.ui.visitor import keep_visitor

APP_NAME = "BERT Scope"

_GONE = "model_gone"

ICON = "data:image/svg+xml;base64," + b64encode(Path(__file__).with_name("icon.svg").read_bytes()).decode()
"""A picture of our own: browsers would fetch a Material icon for a tab from Google's servers. As an address
it is sent as it is; a file would be read and stored anew in every run."""


def draw_sidebar() -> DeltaGenerator:
    """Draw the choices that hold for the whole app, and name those off the default in the address.

    Returns:
        The place below the model, for what is to be said of it when it is open.
    """
    st.logo(ICON, size="large")
    models = offered_models()
    opens_first = default_model(models)
    _note_gone(models)
    arrived = st.session_state.pop(ARRIVED_MODEL, None)
    if arrived is not None:
        st.session_state[MODEL_KEY] = arrived if arrived in models else opens_first
    with st.sidebar:
        st.selectbox(
            _("Model"),
            list(models),
            index=_first_choice(MODEL_KEY, list(models), opens_first),
            format_func=lambda model: _offered(models[model]),
            key=MODEL_KEY,
            on_change=lambda: st.session_state.pop(_GONE, None),
        )
        if _GONE in st.session_state and chosen_model() == opens_first:
            st.warning(
                _("The fine-tuned model that was asked for is not here any more; this one stands in for it."),
                icon=":material/info:",
            )
        note = models[chosen_model()].note
        if note:
            st.caption(_(note))
        below_model = place_for_decisions()
        st.selectbox(
            _("Interface language"),
            list(LANGUAGES),
            index=_first_choice(LANGUAGE_KEY, list(LANGUAGES), browser_language()),
            format_func=lambda code: LANGUAGES[code],
            key=LANGUAGE_KEY,
        )
        keep_visitor()
        draw_sign_in()
        say_front_end_words(language(), key="front_end_words")
        offer_presentation(_("V or Escape: back"), key="presentation")
        st.caption(_("Key V: chart and answer alone, larger"))
    address.put(LANGUAGE_KEY, st.session_state[LANGUAGE_KEY], usual=browser_language())
    address.put(MODEL_KEY, chosen_model(), usual=opens_first, told=_GONE in st.session_state)
    with st.sidebar:  # last in there: on most runs there is nothing to write
        write_address("sidebar_address")
    return below_model


def default_model(models: Collection[str]) -> str:
    """Return the model that the settings open first, or the first of the list when it is not in it."""
    wanted = get_settings().default_model
    return wanted if wanted in models else next(iter(models))


def _offered(model: ListedModel) -> str:
    """Name a model, and say of one that is not here yet that it takes a network."""
    return model.name if model.source != "hub" else _("{name} (from the Hub)", name=model.name)


def _first_choice(key: str, choices: list[str], default: str) -> int:
    """Return the place of what the address names, or of the default.

    Streamlit's own binding to the address would put translated labels there; a value written into the
    session state is lost when somebody clicks before the first run of their visit is through.
    """
    named = address.get(key)
    return choices.index(named if named in choices else default)


def _note_gone(models: Collection[str]) -> None:
    """Note that a fine-tuned model which the address or this visit means cannot be chosen any more."""
    wanted = address.get(MODEL_KEY) or st.session_state.get(MODEL_KEY) or ""
    if is_run_model(wanted) and wanted not in models:
        st.session_state[_GONE] = True
