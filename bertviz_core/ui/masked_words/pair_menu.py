"""A menu of pairs of sentences that fills the field of the page and that of a second sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from bertviz_core.locales import LANGUAGES
from bertviz_core.ui.inputs import example_menu
from bertviz_core.ui.text import literal

_FIRST_FIELD = "masked_text"


def pair_menu(
    label: str, pairs: Mapping[str, Sequence[tuple[str, str]]], *, view: str, second_field: str
) -> None:
    """Offer pairs of sentences; the menu closes after a choice.

    Args:
        label: What stands on the menu.
        pairs: The pairs, by language.
        view: Name of the view in the keys of the session.
        second_field: Key of the field of the second sentence.
    """
    menu = f"{view}_pairs"

    def use(first: str, second: str) -> None:
        st.session_state.update({_FIRST_FIELD: first, second_field: second, menu: False})

    inside = example_menu(label, menu, icon=":material/compare:")
    if inside is None:
        return
    with inside:
        for code, of_language in pairs.items():
            st.caption(LANGUAGES[code])
            for pair in of_language:
                st.button(
                    " / ".join(map(literal, pair)),
                    key=f"{view}_pair_{pair[1]}",
                    type="tertiary",
                    on_click=use,
                    args=pair,
                )
