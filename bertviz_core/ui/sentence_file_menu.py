"""Sentences of a file put into a text field, where they can be changed, and what of them was left out."""

from __future__ import annotations

import streamlit as st

from bertviz_core.errors import InputError
from bertviz_core.training.data.text_file import LARGEST_TEXT_FILE
from bertviz_core.ui.decisions import draw_decisions
from bertviz_core.ui.file_reading import ask_file_reading, file_reading, forget_file_reading
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.notices import show_error, tell_cut_lines
from bertviz_core.ui.sentence_file import (
    ENDINGS,
    MOST_CHARACTERS,
    MOST_LINES,
    Sentences,
    sentences_of_file,
    sentences_of_text,
)


def file_menu(name: str, field: str) -> None:
    """Offer to fill a field from a file.

    Args:
        name: Begins the session keys of the menu.
        field: Session key of the field.
    """
    menu = st.popover(
        _("From a file"),
        icon=":material/upload_file:",
        width="stretch",
        key=f"{name}_file_menu",
        on_change="rerun",
    )
    with menu:
        st.file_uploader(
            _("Text with a sentence a line, or a table whose first column is read"),
            type=[*ENDINGS],
            max_upload_size=LARGEST_TEXT_FILE,
            key=f"{name}_file",
            on_change=_take_new_file,
            args=(name, field),
        )
        if st.session_state.get(f"{name}_file") is not None:
            ask_file_reading(name, on_change=_take_file, args=(name, field))
        if isinstance(problem := st.session_state.get(f"{name}_from_file"), InputError):
            show_error(problem)


def lines_of_field(name: str, text: str) -> Sentences:
    """Return the sentences of a field, and say what was left out; of a file while its lines are unchanged."""
    given = sentences_of_text(text[:MOST_CHARACTERS])
    kept = st.session_state.get(f"{name}_from_file")
    told = kept[1] if isinstance(kept, tuple) and kept[0] == text else given
    if told.blank:
        st.caption(_("Lines without text, left out: {count}.", count=number(told.blank)))
    draw_decisions(told.notes)
    if told.cut or len(text) > MOST_CHARACTERS:
        tell_cut_lines(MOST_LINES, MOST_CHARACTERS)
    return given


def _take_new_file(name: str, field: str) -> None:
    forget_file_reading(name)
    _take_file(name, field)


def _take_file(name: str, field: str) -> None:
    """Put the sentences of the file that was chosen into the field."""
    state, kept = st.session_state, f"{name}_from_file"
    file = state.get(f"{name}_file")
    if file is None:
        return
    try:
        said = file_reading(name)
        read = sentences_of_file(file.getvalue(), file.name, encoding=said.encoding, separator=said.separator)
        if not read.sentences:
            raise InputError("There is no sentence in this file. Write one a line, or in the first column.")
    except InputError as problem:
        state[kept] = problem
        return
    state[field] = "\n".join(read.sentences)
    state[kept] = (state[field], read)
    state[f"{name}_file_menu"] = any(note.doubtful for note in read.notes)
