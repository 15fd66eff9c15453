"""What was noticed while a set was prepared, in calm lines."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from bertviz_core.results import PreparedData
from bertviz_core.ui.decisions import draw_decisions
from bertviz_core.ui.fine_tuning.data_choice import OWN, data_choice, own_data
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal

_SHOWN_ROWS = 60


def draw_notes(prepared: PreparedData) -> None:
    """Say what was left out, found twice, or read in a way that may surprise."""
    notes = prepared.notes
    if notes.written:
        st.caption(_("A set written for teaching: small, in the open, and free of anybody's real messages."))
    elif data_choice().name == OWN:
        _how_it_was_read()
    draw_decisions(prepared.decisions)
    for rows, text in (
        (notes.blank, _("Rows left out because a text or a label is missing: {count}")),
        (notes.duplicates, _("Rows left out because an earlier one is the same: {count}")),
        (notes.contradictions, _("Rows kept whose text has another label than before: {count}")),
        (
            notes.mended,
            _("Questions whose answer stands elsewhere than the file says, and was found: {count}"),
        ),
        (notes.unanswerable, _("Questions left out because their answer is not in the text: {count}")),
    ):
        if rows:
            with st.expander(text.format(count=number(len(rows))), icon=":material/info:"):
                _draw_rows(rows[:_SHOWN_ROWS])
                if len(rows) > _SHOWN_ROWS:
                    st.caption(_("The first {count} are shown.", count=number(_SHOWN_ROWS)))
    for count, text in (
        (notes.empty, _("Empty rows left out: {count}")),
        (notes.ragged, _("Rows with more or fewer cells than the others, made even: {count}")),
        (notes.damaged, _("Signs that cannot be read (�): {count}")),
    ):
        if count:
            st.info(text.format(count=number(count)), icon=":material/info:")
    if notes.more:
        st.warning(
            _(
                "There are more rows than are read here: the first {count} are taken, the others left out.",
                count=number(notes.rows),
            ),
            icon=":material/content_cut:",
        )
    if notes.cut:
        st.warning(
            _("{count} rows behind the last one that is read are left out.", count=number(notes.cut)),
            icon=":material/content_cut:",
        )
    for label in dict.fromkeys(label for label, _part in notes.missing_classes):
        st.warning(
            _(
                "The class “{label}” is so rare, or its texts are so alike, that a part of the set has none "
                "of it.",
                label=literal(label),
            ),
            icon=":material/warning:",
        )
    if notes.shared:
        st.warning(
            _(
                "Second texts that stand in more than one part: {count}. So many pairs share them that they "
                "cannot be kept apart. The pairs held out are new, but some of their second texts were "
                "learned from: with second texts that are new too, the model may do worse than its score.",
                count=number(notes.shared),
            ),
            icon=":material/call_split:",
        )
    elif not (notes.written or notes.missing_classes):
        st.caption(_("No text stands in two parts."))


def _draw_rows(numbers: Sequence[int]) -> None:
    """Show rows of a table that somebody brought, as they are written; of other sets their numbers."""
    own = own_data() if data_choice().name == OWN else None
    if own is None or own.table is None or own.columns is None:
        st.caption(_("Their numbers: {numbers}", numbers=", ".join(map(str, numbers))))
        return
    names = {own.columns.text: _("Text"), own.columns.label: _("Label")}
    if own.columns.pair is not None and own.task == "pair":
        names[own.columns.pair] = _("Second text")
    rows = ((row, own.table.rows[row - 1]) for row in numbers)
    shown = [{"#": row, **{name: cells[place] for place, name in names.items()}} for row, cells in rows]
    st.dataframe(shown, hide_index=True)


def _how_it_was_read() -> None:
    own = own_data()
    table = own.table if own else None
    if table is None:
        return
    facts = [_("{rows} rows, {columns} columns", rows=number(len(table.rows)), columns=len(table.columns))]
    if table.encoding:
        facts.append(_("encoding {name}", name=table.encoding))
    if table.separator:
        sign = _("tab") if table.separator == "\t" else table.separator
        facts.append(_("separator {sign}", sign=literal(sign)))
    st.caption(" · ".join(facts))
