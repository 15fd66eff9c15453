"""What is known of the steps of a run, read once for all who watch it."""

from __future__ import annotations

import streamlit as st

from bertviz_core.jobs.run_store import RunStore
from bertviz_core.results import LearningPoint

MOST_KEPT = 8
"""A long run is two megabytes."""


def run_history(store: RunStore, run_id: str) -> tuple[LearningPoint, ...]:
    """Return the points of a run, the same ones until there are more.

    Raises:
        RunNotFoundError: No run can have such an id.
    """
    path = store.folder(run_id).path / "history.jsonl"
    try:
        written = path.stat()
    except OSError:
        return ()
    return _read(store, str(path), run_id, (written.st_mtime_ns, written.st_size))


@st.cache_resource(max_entries=MOST_KEPT, show_spinner=False)
def _read(_store: RunStore, path: str, run_id: str, written: tuple[int, int]) -> tuple[LearningPoint, ...]:
    return _store.history(run_id)
