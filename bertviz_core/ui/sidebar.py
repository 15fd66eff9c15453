"""The sidebar of every page: which model, which interface language."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from bertviz_core import list_models
from bertviz_core.locales import LANGUAGES
from bertviz_core.ui.i18n import LANGUAGE_KEY, _, browser_language
from bertviz_core.ui.models import MODEL_KEY

APP_NAME = "BERT Scope"

ICON = str(Path(__file__).with_name("icon.svg"))
"""A file of our own: browsers would fetch a Material icon for a tab from Google's servers."""


def draw_sidebar() -> None:
    """Draw the choices that hold for the whole app."""
    models = {entry.id: entry for entry in list_models()}
    languages = list(LANGUAGES)
    st.logo(ICON, size="large")
    with st.sidebar:
        model = st.selectbox(
            _("Model"),
            list(models),
            format_func=lambda model: models[model].name,
            key=MODEL_KEY,
            bind="query-params",
        )
        if models[model].note:
            st.caption(_(models[model].note))
        st.selectbox(
            _("Interface language"),
            languages,
            index=languages.index(browser_language()),
            format_func=lambda code: LANGUAGES[code],
            key=LANGUAGE_KEY,
            bind="query-params",
        )
