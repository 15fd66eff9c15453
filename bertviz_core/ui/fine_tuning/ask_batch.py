"""The classes of all texts of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.errors import BertScopeError
from bertviz_core.results import TaskInfo
from bertviz_core.server.process_wide import process_wide
from bertviz_core.training.data.text_table import TextTable
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.decisions import draw_decisions
from bertviz_core.ui.file_reading import ask_file_reading, file_reading, forget_file_reading
from bertviz_core.ui.fine_tuning.ask_predictions import show_predictions
from bertviz_core.ui.fine_tuning.ask_upload import (
    ENDINGS,
    LARGEST_FILE,
    label_column,
    longest_columns,
    read_asked,
)
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.text_key import text_key
from bertviz_core.ui.watched_work import Report, WatchedWork
from bertviz_core.ui.work_bar import work_bar

if TYPE_CHECKING:
    from bertviz_core import BertEngine

KEPT_BYTES = 8_000_000
NO_LABELS = -1
_NAME = "ask"
_ASKED = "ask_batch_asked"


def classify_file(engine: BertEngine, task: TaskInfo) -> None:
    """Offer to classify the texts of a file, folded away until it is wanted."""
    fold = st.expander(
        _("Many texts from a file"), icon=":material/upload_file:", key="ask_batch", on_change="rerun"
    )
    if not fold.open:
        return
    with fold:
        file = st.file_uploader(
            _("A table with a column of texts (CSV, TSV, Excel, JSON lines), or a text a line"),
            type=list(ENDINGS),
            max_upload_size=LARGEST_FILE,
            key="ask_upload",
            on_change=forget_file_reading,
            args=(_NAME,),
        )
        if file is None:
            return
        ask_file_reading(_NAME, on_change=lambda: None)
        try:
            said = file_reading(_NAME)
            table = read_asked(file.getvalue(), file.name, encoding=said.encoding, separator=said.separator)
            draw_decisions(table.notes)
            _ask_about(engine, task, table)
        except BertScopeError as error:
            show_error(error)


def _ask_about(engine: BertEngine, task: TaskInfo, table: TextTable) -> None:
    chosen = _choose_columns(task, table)
    *texts, right = chosen
    rows = [tuple(row[column] for column in texts) for row in table.rows]
    key = text_key(model_key(engine), *(cell for row in rows for cell in row))
    if table.more:
        st.warning(
            _(
                "Only the first {count} rows are read; ask about the others in another file.",
                count=number(len(rows)),
            ),
            icon=":material/content_cut:",
        )
    st.dataframe(_preview(table), hide_index=True, height=180)
    if st.button(
        _("Classify {count} texts", count=number(len(rows))), type="primary", key="ask_batch_button"
    ):
        st.session_state[_ASKED] = key
    if st.session_state.get(_ASKED) != key:
        return
    found = _classified(engine, key, rows)
    show_predictions(task, table, found, None if right == NO_LABELS else right)


def _choose_columns(task: TaskInfo, table: TextTable) -> tuple[int, ...]:
    """Return the numbers of the text columns and, last, of the column with the right classes."""
    by_length, guessed = longest_columns(table), label_column(table, task.labels)
    by_length = [column for column in by_length if column != guessed] or by_length
    names = [_("First text"), _("Second text")] if task.task == "pair" else [_("Text")]
    columns = list(range(len(table.columns)))
    likely = sorted(by_length[: len(names)])
    places = st.columns(len(names) + 1)
    chosen = []
    for place, (box, name) in enumerate(zip(places[:-1], names, strict=True)):
        usual = likely[min(place, len(likely) - 1)]
        chosen.append(
            box.selectbox(
                name,
                columns,
                index=columns.index(usual),
                format_func=table.columns.__getitem__,
                key=f"ask_column_{place}_{text_key(*table.columns)}",
            )
        )
    right = places[-1].selectbox(
        _("Right class (if known)"),
        [NO_LABELS, *columns],
        index=0 if guessed is None else 1 + guessed,
        format_func=lambda column: _("none") if column == NO_LABELS else table.columns[column],
        key=f"ask_right_{text_key(*table.columns)}",
    )
    return (*chosen, right)


def _preview(table: TextTable) -> dict[str, list[str]]:
    return {name: [row[column] for row in table.rows[:50]] for column, name in enumerate(table.columns)}


def _classified(engine: BertEngine, key: str, rows: list[tuple[str, ...]]) -> NDArray[np.float32]:
    """Return the probabilities (rows, classes), worked out once for this model and these texts."""
    pairs = [(row[0], row[1] if len(row) > 1 else None) for row in rows]

    def work(report: Report) -> NDArray[np.float32]:
        return engine.classify_many(pairs, skip_unreadable=True, progress=report)

    with work_bar(key="ask_batch_texts") as show:
        return _work().answer(key, work, lambda done, total: show(done, total, _how_far(done, total)))


def _how_far(done: int, total: int) -> str:
    if total <= 1:
        return _("Reading the texts…")
    return _("{done} of {total} texts", done=number(done), total=number(total))


@process_wide
def _work() -> WatchedWork[NDArray[np.float32]]:
    return WatchedWork(workers=1, max_bytes=KEPT_BYTES)
