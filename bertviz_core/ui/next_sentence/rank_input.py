"""One sentence and many that may come after it: typed, from a file, or brought by a link."""

from __future__ import annotations

import streamlit as st

from bertviz_core.errors import InputError
from bertviz_core.ui.i18n import _, language, number
from bertviz_core.ui.inputs import prefill
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.next_sentence.rank_examples import RANK_EXAMPLES
from bertviz_core.ui.next_sentence.sentence_file import (
    MOST_CHARACTERS,
    MOST_LINES,
    Sentences,
    sentences_of_file,
    sentences_of_text,
)
from bertviz_core.ui.notices import show_error

LINES, LINES_PARAMETER = "rank_lines", "candidates"
RANK_FIRST = "rank_first"
LINK_LETTERS = 1500
"""Longer addresses are cut by mail programs and chats."""

_FILE, _FILE_MENU, _FROM_FILE = "rank_file", "rank_file_menu", "rank_from_file"


def ask_candidates() -> tuple[str, Sentences] | None:
    """Ask for A and the candidates, a line each; without one of them say so and return None."""
    example, candidates = RANK_EXAMPLES[language()]
    prefill(RANK_FIRST, "first", example)
    prefill(LINES, LINES_PARAMETER, "\n".join(candidates))
    first = st.text_input(_("Sentence A"), key=RANK_FIRST, persist_state="session") or ""
    text = st.text_area(_("Candidates for B, one a line"), height=150, key=LINES, persist_state="session")
    given = sentences_of_text((text or "")[:MOST_CHARACTERS])
    with st.container(horizontal=True):
        _file_menu()
        _link(first, text or "")
    _say_what_was_read(given, text or "")
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


def _file_menu() -> None:
    menu = st.popover(
        _("From a file"), icon=":material/upload_file:", width="stretch", key=_FILE_MENU, on_change="rerun"
    )
    with menu:
        st.file_uploader(
            _("Text with a sentence a line, or a table whose first column is read"),
            type=["txt", "csv", "tsv"],
            key=_FILE,
            on_change=_take_file,
        )
        if isinstance(problem := st.session_state.get(_FROM_FILE), InputError):
            show_error(problem)


def _take_file() -> None:
    """Put the sentences of the file that was chosen into the field, where they can be changed."""
    state = st.session_state
    file = state.get(_FILE)
    if file is None:
        return
    try:
        read = sentences_of_file(file.getvalue(), file.name)
        if not read.sentences:
            raise InputError("There is no sentence in this file. Write one a line, or in the first column.")
    except InputError as problem:
        state[_FROM_FILE] = problem
        return
    state[LINES] = "\n".join(read.sentences)
    state[_FROM_FILE] = (state[LINES], read)
    state[_FILE_MENU] = False


def _say_what_was_read(given: Sentences, text: str) -> None:
    """Say what of a file or of the field was left out; of a file for as long as its lines are unchanged."""
    kept = st.session_state.get(_FROM_FILE)
    if isinstance(kept, tuple) and kept[0] == text:
        given = kept[1]
    if given.blank:
        st.caption(_("Lines without text, left out: {count}.", count=number(given.blank)))
    if given.cut or len(text) > MOST_CHARACTERS:
        st.warning(
            _(
                "Only the first {lines} sentences, and of a long text the first {characters} characters, "
                "are read; the rest is left out.",
                lines=number(MOST_LINES),
                characters=number(MOST_CHARACTERS),
            ),
            icon=":material/content_cut:",
        )
