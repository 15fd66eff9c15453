"""One sentence and many that may come after it: typed, from a file, or brought by a link."""

from __future__ import annotations

import streamlit as st

from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import prefill
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.next_sentence.rank_examples import RANK_EXAMPLES
from bertviz_core.ui.sentence_file import Sentences
from bertviz_core.ui.sentence_file_menu import file_menu, lines_of_field

LINES, LINES_PARAMETER = "rank_lines", "candidates"
RANK_FIRST = "rank_first"
LINK_LETTERS = 1500
"""Longer addresses are cut by mail programs and chats."""


def ask_candidates() -> tuple[str, Sentences] | None:
    """Ask for A and the candidates, a line each; without one of them say so and return None."""
    example, candidates = RANK_EXAMPLES[language()]
    prefill(RANK_FIRST, "first", example)
    prefill(LINES, LINES_PARAMETER, "\n".join(candidates))
    first = st.text_input(_("Sentence A"), key=RANK_FIRST, persist_state="session") or ""
    text = st.text_area(_("Candidates for B, one a line"), height=150, key=LINES, persist_state="session")
    with st.container(horizontal=True):
        file_menu("rank", LINES)
        _link(first, text or "")
    given = lines_of_field("rank", text or "")
    if not first.strip() or not given.sentences:
        st.info(_("Write sentence A and at least one candidate."), icon=":material/info:")
        return None
    return first, given


def _link(first: str, text: str) -> None:
    """Offer the address; many candidates do not fit into one."""
    fits = len(text) <= LINK_LETTERS
    link_popover({"first": first} | ({LINES_PARAMETER: text} if fits else {}))
    if not fits:
        st.caption(_("The candidates are too long for a link, which holds sentence A only."))
