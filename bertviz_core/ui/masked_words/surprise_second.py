"""A second sentence beside the page's own, typed, chosen with the first from a menu, or brought by a link."""

from __future__ import annotations

import streamlit as st

from bertviz_core.ui.address import address
from bertviz_core.ui.examples import MINIMAL_PAIRS
from bertviz_core.ui.i18n import _
from bertviz_core.ui.inputs import prefill
from bertviz_core.ui.masked_words.pair_menu import pair_menu

SECOND_PARAMETER = "second"
"""The second sentence in the address of a link."""

_FIELD = "surprise_second"


def typed_texts() -> dict[str, str]:
    """Return what stands in the field, also before it is drawn, for a link."""
    return {SECOND_PARAMETER: str(address.get(SECOND_PARAMETER) or st.session_state.get(_FIELD) or "")}


def ask_second() -> str:
    """Draw the field for the second sentence."""
    if SECOND_PARAMETER in address:
        prefill(_FIELD, SECOND_PARAMETER, "")
    typed = st.text_input(
        _("Compare with another sentence"),
        key=_FIELD,
        placeholder=_("One that differs in a word, for instance"),
        persist_state="session",
    )
    return typed or ""


def offer_pairs() -> None:
    """Offer pairs of sentences that differ in one word."""
    pair_menu(_("Pairs to try"), MINIMAL_PAIRS, view="surprise", second_field=_FIELD)
