"""Does the second sentence follow the first?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.ui.i18n import _, number

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def draw(engine: BertEngine) -> None:
    """Ask for two sentences and say how sure the model is that the second follows the first."""
    first_place, second_place = st.columns(2)
    first = first_place.text_input(_("Sentence A"), key="next_first", persist_state="session")
    second = second_place.text_input(_("Sentence B"), key="next_second", persist_state="session")
    answer = engine.next_sentence(first or "", second or "")
    st.progress(answer.is_next, text=number(answer.is_next, places=4))
