"""The two sentences that the views about a pair share."""

from __future__ import annotations

import streamlit as st

from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import prefill
from bertviz_core.ui.links import link_popover

_EXAMPLES = {
    "es": ("Mi hermana perdió las llaves", "Las encontró debajo del sofá"),
    "en": ("My sister lost her keys", "She found them under the sofa"),
    "pt": ("Minha irmã perdeu as chaves", "Ela as encontrou embaixo do sofá"),
}


def ask_pair() -> tuple[str, str] | None:
    """Ask for both sentences; without one of them say so and return None."""
    for field, example in zip(("first", "second"), _EXAMPLES[language()], strict=True):
        prefill(f"next_{field}", field, example)
    first_place, second_place, link_place = st.columns([5, 5, 2], vertical_alignment="bottom")
    first = first_place.text_input(_("Sentence A"), key="next_first", persist_state="session") or ""
    second = second_place.text_input(_("Sentence B"), key="next_second", persist_state="session") or ""
    with link_place:
        link_popover({"first": first, "second": second})
    if not first.strip() or not second.strip():
        st.info(_("Write both sentences."), icon=":material/info:")
        return None
    return first, second
