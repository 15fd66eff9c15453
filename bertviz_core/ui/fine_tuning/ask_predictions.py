"""What a model said about the rows of a file: how often each class, how often rightly, and the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.label_forms import clean_label
from bertviz_core.results import TaskInfo
from bertviz_core.training.data.text_table import TextTable
from bertviz_core.ui.downloads import download_button
from bertviz_core.ui.fine_tuning.ask_files import predictions_csv
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import percent, probability_text

SHOWN = 200
_NAMED = 10


def show_predictions(task: TaskInfo, table: TextTable, found: NDArray[np.float32], right: int | None) -> None:
    """Count the classes that were said, compare them with the right ones, and offer the file.

    Args:
        task: Of the model.
        table: The rows.
        found: (rows, classes); NaN for a row that could not be read.
        right: Column of the right classes, where they are known.
    """
    said = [None if np.isnan(row).any() else task.labels[int(row.argmax())] for row in found]
    if unread := said.count(None):
        st.warning(_("Rows without text, left out: {count}.", count=number(unread)), icon=":material/info:")
    told = Counter(label for label in said if label is not None)
    columns: dict[str, list[object]] = {
        _("Class"): list(task.labels),
        _("Said"): [told[label] for label in task.labels],
    }
    if right is not None:
        known = {clean_label(label): label for label in task.labels}
        cells = (clean_label(row[right]) for row in table.rows)
        wanted = [known.get(cell, cell) for cell in cells]
        columns |= _compare(task.labels, wanted, said)
    st.dataframe(columns, hide_index=True)
    _show_rows(table, said, found)
    download_button(
        _("Predictions as CSV"),
        "predictions.csv",
        lambda: predictions_csv(table.columns, table.rows, task.labels, found),
    )


def _show_rows(table: TextTable, said: Sequence[str | None], found: NDArray[np.float32]) -> None:
    """Show the first rows, each with its answer and how probable that is."""
    shown = [
        {
            _("Answer"): label or "",
            _("Probability"): "" if label is None else probability_text(float(row.max())),
            **dict(zip(table.columns, cells, strict=True)),
        }
        for label, row, cells in zip(said, found, table.rows[:SHOWN], strict=False)
    ]
    st.dataframe(shown, hide_index=True, height=250, key="ask_batch_rows")
    if len(table.rows) > SHOWN:
        st.caption(_("The first {count} are shown.", count=number(SHOWN)))


def _compare(
    labels: Sequence[str], wanted: Sequence[str], said: Sequence[str | None]
) -> dict[str, list[object]]:
    """Say how accurate the answers are; return columns with the numbers of each class."""
    pairs = [pair for pair in zip(wanted, said, strict=True) if pair[0] in labels and pair[1] is not None]
    rows, hits = (
        Counter(label for label, _said in pairs),
        Counter(own for own, other in pairs if own == other),
    )
    if pairs:
        st.markdown(
            _(
                "**Accuracy {accuracy}** on {count} rows whose right class the model knows.",
                accuracy=percent(hits.total() / len(pairs)),
                count=number(len(pairs)),
            )
        )
    if unknown := sorted(set(wanted) - set(labels) - {""}):
        st.caption(
            _(
                "Classes of the file that the model does not know: {labels}",
                labels=literal(", ".join(unknown[:_NAMED])),
            )
        )
    return {
        _("In the file"): [rows[label] for label in labels],
        _("Told rightly"): [hits[label] for label in labels],
    }
