"""A second sentence beside the page's own, typed, chosen with the first from a menu, or brought by a link."""

from __future__ import annotations

import streamlit as st

from bertviz_core.locales import LANGUAGES
from bertviz_core.ui.address import address
from bertviz_core.ui.examples import MINIMAL_PAIRS
from bertviz_core.ui.i18n import _
from bertviz_core.ui.inputs import prefill
from bertviz_core.ui.text import literal

SECOND_PARAMETER = "second"
"""The second sentence in the address of a link."""

_FIELD, _MENU = "surprise_second", "surprise_pairs"
_FIRST_FIELD = "masked_text"


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


def pair_picker() -> None:
    """Offer pairs of sentences that differ in one word; the menu closes after a choice."""

    def use(first: str, second: str) -> None:
        st.session_state[_FIRST_FIELD] = first
        st.session_state[_FIELD] = second
        st.session_state[_MENU] = False

    popover = st.popover(
        _("Pairs to try"), icon=":material/compare:", width="stretch", key=_MENU, on_change="rerun"
    )
    with popover.container(gap="xxsmall"):
        for code, pairs in MINIMAL_PAIRS.items():
            st.caption(LANGUAGES[code])
            for pair in pairs:
                st.button(
                    " / ".join(map(literal, pair)),
                    key=f"surprise_pair_{pair[1]}",
                    type="tertiary",
                    on_click=use,
                    args=pair,
                )
