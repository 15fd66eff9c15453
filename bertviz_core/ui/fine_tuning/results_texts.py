"""Held-out texts by what is right and what was said: the matrix, and the texts of a cell to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.charts.fine_tuning.results_texts import results_confusion
from bertviz_core.results import TEST, LearningData, LearningReport, TextExample
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.fine_tuning.learn_names import confusion_words
from bertviz_core.ui.i18n import _, language, number
from bertviz_core.ui.written_numbers import percent

CELL_PARAMETER = "cell"
"""Row and column in the confusion matrix, `1-0`."""

MOST_SHOWN = 100
LIST_HEIGHT = 420
Cell = tuple[int, int]
Counts = NDArray[np.int64]

_STYLE = """<style>
.heldout {display: grid; grid-template-columns: max-content max-content 1fr}
.heldout > div {border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent);
  padding: .35rem 1rem .35rem 0}
.heldout .text {white-space: pre-wrap; overflow-wrap: anywhere}
.heldout .text + .text {opacity: .8}
@media (max-width: 640px) {.heldout {grid-template-columns: max-content 1fr}
  .heldout .text {grid-column: 1 / -1; border: 0; padding: 0 0 .35rem}}
</style>"""


def ask_cell(run_id: str, report: LearningReport) -> Cell | None:
    """Return the cell whose texts are shown: that of the address at first; None for all mistakes."""
    named = _cell_of(address.get(CELL_PARAMETER, ""), len(report.labels))
    chosen: Cell | None = st.session_state.get(_choice_key(run_id), named)
    address.put(CELL_PARAMETER, "" if chosen is None else f"{chosen[0]}-{chosen[1]}", usual="")
    return chosen


def draw_confusion(run_id: str, confusion: Counts, labels: tuple[str, ...], cell: Cell | None) -> None:
    """Draw the matrix; a click on a cell chooses it."""
    key = f"results_confusion_{run_id}"

    def choose() -> None:
        points = st.session_state[key]["selection"]["points"]
        if points:
            st.session_state[_choice_key(run_id)] = divmod(points[0]["point_index"], len(labels))

    st.plotly_chart(
        results_confusion(confusion, labels, chart_style(), confusion_words(), chosen=cell),
        key=key,
        on_select=choose,
        selection_mode="points",
        config=picture_options("confusion"),
        alt=_("Confusion matrix: rows are the right classes, columns what was said"),
    )


def draw_texts(run_id: str, data: LearningData, report: LearningReport, cell: Cell | None) -> None:
    """List the texts of a cell, or all mistakes, the most confident answers first."""
    examples: tuple[TextExample, ...] = data.part(TEST)
    _draw_choice(run_id, examples, report, cell)
    rows = chosen_rows(examples, report, cell)
    if not rows:
        st.info(_("No mistakes on the held-out texts.") if cell is None else _("No held-out text is there."))
        return
    if len(rows) > MOST_SHOWN:
        st.caption(
            _(
                "The first {shown} of {count}; all are in the file.",
                shown=MOST_SHOWN,
                count=number(len(rows)),
            )
        )
    with st.container(height=LIST_HEIGHT if len(rows) > 8 else "content"):
        st.html(_STYLE + texts_html([(examples[row], *_said(report, row)) for row in rows[:MOST_SHOWN]]))


def chosen_rows(examples: Sequence[TextExample], report: LearningReport, cell: Cell | None) -> list[int]:
    """Return the numbers of the held-out texts of a cell, or of the mistakes, the surest answer first."""
    of_cell = None if cell is None else tuple(report.labels[place] for place in cell)
    rows = [
        row
        for row, (example, said) in enumerate(zip(examples, report.predictions, strict=True))
        if (example.label != said if of_cell is None else (example.label, said) == of_cell)
    ]
    sure = np.zeros(len(examples)) if report.probabilities is None else report.probabilities.max(axis=1)
    return sorted(rows, key=lambda row: -float(sure[row]))


def texts_html(rows: Sequence[tuple[TextExample, str, float | None]]) -> str:
    """Return a list of texts with what was said of them; text of visitors stays text."""
    parts = []
    for example, said, probability in rows:
        sure = "" if probability is None else f" · {percent(probability, 0)}"
        both = [example.text] + ([] if example.pair is None else [example.pair])
        texts = "<br>".join(escape(text) for text in both)
        parts.append(
            f"<div><b>{escape(said)}</b>{escape(sure)}</div>"
            f"<div>{escape(_('right: {label}', label=example.label))}</div>"
            f'<div class="text">{texts}</div>'
        )
    return f'<div class="heldout">{"".join(parts)}</div>'


def _draw_choice(
    run_id: str, examples: Sequence[TextExample], report: LearningReport, cell: Cell | None
) -> None:
    """Say which texts are shown, and offer the other cells, for those who do not click."""
    place = {label: number for number, label in enumerate(report.labels)}
    both = zip(examples, report.predictions, strict=True)
    counts = Counter((place[example.label], place[str(said)]) for example, said in both)
    mistakes = sum(count for (row, column), count in counts.items() if row != column)
    names: dict[Cell | None, str] = {None: _("Most confident mistakes ({count})", count=number(mistakes))}
    for one in sorted({*counts, *([cell] if cell else [])}, key=lambda one: (one[0] == one[1], one)):
        right, said = (report.labels[number] for number in one)
        names[one] = _(
            "Said: {said} · right: {right} ({count})", said=said, right=right, count=number(counts[one])
        )
    key = f"results_cell_{run_id}_{language()}_{cell}"

    def choose() -> None:
        st.session_state[_choice_key(run_id)] = st.session_state[key]

    st.selectbox(
        _("Which texts"),
        list(names),
        index=list(names).index(cell),
        format_func=names.__getitem__,
        key=key,
        on_change=choose,
        label_visibility="collapsed",
    )


def _said(report: LearningReport, row: int) -> tuple[str, float | None]:
    sure = None if report.probabilities is None else float(report.probabilities[row].max())
    return str(report.predictions[row]), sure


def _cell_of(text: str, classes: int) -> Cell | None:
    """Read the cell that an address names, if there is one."""
    row, sign, column = text.partition("-")
    if not sign or not all(part.isascii() and part.isdigit() and len(part) < 3 for part in (row, column)):
        return None
    cell = int(row), int(column)
    return cell if max(cell) < classes else None


def _choice_key(run_id: str) -> str:
    return f"results_chosen_{run_id}"
