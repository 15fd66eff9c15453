"""What was decided while something was read, on a page."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from bertviz_core.results import Note
from bertviz_core.ui.i18n import _
from bertviz_core.ui.text import literal


def draw_decisions(notes: Sequence[Note]) -> None:
    """Say each decision and what to do where it is wrong, doubtful ones first."""
    for note in sorted(notes, key=lambda note: not note.doubtful):
        fields = {
            name: literal(value) if isinstance(value, str) else value for name, value in note.fields.items()
        }
        said = " ".join(_(part, **fields) for part in (note.template, note.remedy) if part)
        if note.doubtful:
            st.warning(said, icon=":material/help:")
        else:
            st.caption(said)
