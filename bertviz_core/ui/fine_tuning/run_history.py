"""The steps and the data of a run, read once for all who look at it."""

from __future__ import annotations

import streamlit as st

from bertviz_core.jobs.run_store import RunStore, run_store
from bertviz_core.results import LearningData, LearningPoint, LearningRun

MOST_KEPT = 8
"""A long run is two megabytes."""

SETS_KEPT = 4


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


def run_data(run: LearningRun) -> LearningData:
    """Return what a run learned from, which never changes.

    Raises:
        RunNotFoundError: It was deleted meanwhile.
    """
    return _read_data(run.id, run.fingerprint)


@st.cache_resource(max_entries=MOST_KEPT, show_spinner=False)
def _read(_store: RunStore, path: str, run_id: str, written: tuple[int, int]) -> tuple[LearningPoint, ...]:
    return _store.history(run_id)


@st.cache_resource(max_entries=SETS_KEPT, show_spinner=False)
def _read_data(run_id: str, fingerprint: str) -> LearningData:
    return run_store().data(run_id)
