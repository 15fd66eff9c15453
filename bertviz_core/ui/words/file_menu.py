"""Sentences from a file: read, shown in the field, the columns changeable."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from bertviz_core.errors import InputError
from bertviz_core.training.data.text_file import LARGEST_TEXT_FILE
from bertviz_core.ui.decisions import draw_decisions
from bertviz_core.ui.file_reading import ask_file_reading, file_reading, forget_file_reading
from bertviz_core.ui.i18n import _
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.sentence_file import ENDINGS
from bertviz_core.ui.words.sentence_lines import write_lines
from bertviz_core.ui.words.sentence_table import SentenceTable, table_of_file

NO_SENSES = -1
_FILE, _TABLE = "words_file", "words_table"
_SENTENCE_COLUMN, _SENSE_COLUMN = "words_sentence_column", "words_sense_column"
_NAME = "words"
_CUT = "words_lines_of_cut_file"


def offer_file(fill: Callable[[str], None]) -> None:
    """Offer to read a file.

    Args:
        fill: Called, before the page is drawn anew, with the lines that were read.
    """
    st.file_uploader(
        _("From a file: a sentence a line, or a table with a column of sentences and one of senses"),
        type=[*ENDINGS],
        max_upload_size=LARGEST_TEXT_FILE,
        key=_FILE,
        on_change=_read_new,
        args=(fill,),
    )
    if st.session_state.get(_FILE) is not None:
        ask_file_reading(_NAME, on_change=_read, args=(fill,))
    table = st.session_state.get(_TABLE)
    if isinstance(table, InputError):
        show_error(table)
    elif table is not None:
        draw_decisions(table.notes)
        if len(table.columns) > 1:
            _choose_columns(table, fill)


def is_cut(lines: str) -> bool:
    """Tell whether lines are those of a file in which there was more."""
    return st.session_state.get(_CUT) == lines


def _read_new(fill: Callable[[str], None]) -> None:
    forget_file_reading(_NAME)
    _read(fill)


def _read(fill: Callable[[str], None]) -> None:
    state = st.session_state
    file = state.get(_FILE)
    if file is None:
        state.pop(_TABLE, None)
        return
    try:
        said = file_reading(_NAME)
        table = state[_TABLE] = table_of_file(
            file.getvalue(), file.name, encoding=said.encoding, separator=said.separator
        )
    except InputError as problem:
        state[_TABLE] = problem
        return
    state[_SENTENCE_COLUMN] = table.sentence_column
    state[_SENSE_COLUMN] = NO_SENSES if table.sense_column is None else table.sense_column
    _fill(table, fill)


def _choose_columns(table: SentenceTable, fill: Callable[[str], None]) -> None:
    columns = range(len(table.columns))
    sentence_place, sense_place = st.columns(2)
    sentence_place.selectbox(
        _("Column of the sentences"),
        columns,
        format_func=lambda column: _column_name(table, column),
        key=_SENTENCE_COLUMN,
        on_change=_fill,
        args=(table, fill),
        persist_state="session",
    )
    sense_place.selectbox(
        _("Column of the senses"),
        [NO_SENSES, *columns],
        format_func=lambda column: _column_name(table, column),
        key=_SENSE_COLUMN,
        on_change=_fill,
        args=(table, fill),
        persist_state="session",
    )


def _column_name(table: SentenceTable, column: int) -> str:
    if column == NO_SENSES:
        return _("none")
    return f"{column + 1}: {' '.join(table.columns[column].split())[:40]}"


def _fill(table: SentenceTable, fill: Callable[[str], None]) -> None:
    state = st.session_state
    sense_column = state[_SENSE_COLUMN]
    given = isinstance(sense_column, int) and sense_column != NO_SENSES
    pairs = table.pairs(state[_SENTENCE_COLUMN], sense_column if given else None)
    lines = write_lines(pairs)
    state[_CUT] = lines if table.cut else None
    fill(lines)
