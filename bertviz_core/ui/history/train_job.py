"""The learning as a job behind the page, and how its moments are played."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Hashable
from contextlib import suppress

import streamlit as st

from bertviz_core.analysis.history.train import drawn_words
from bertviz_core.jobs.runner import Job, JobRunner
from bertviz_core.results import LiveSettings, LiveVectors
from bertviz_core.server.process_wide import process_wide
from bertviz_core.training.word_vectors.live import learn_live
from bertviz_core.ui.history.train_text import AskedLesson

MOST_KEPT = 24
"""A learning is 60 kilobytes, with a long text of one's own 600."""

MOST_WAITING = 30
"""A class in which everybody learns from another text: some seconds each."""

MOMENT_S = 0.1
"""A learning that is kept already is played no faster."""

_VISITOR = "jobs_visitor"
_PLAYED, _BEGUN = "train_played", "train_begun"


def job_key(asked: AskedLesson, settings: LiveSettings) -> Hashable:
    """Name a learning."""
    return asked.key, settings


def look_at_learning(key: Hashable) -> Job[LiveVectors] | None:
    """Return how the learning stands; the visitor waits for it from now on."""
    return _runner().look(key, visitor=_visitor())


def start_learning(asked: AskedLesson, settings: LiveSettings) -> None:
    """Begin, or play again what was learned in the same way before; another learning of the visitor ends.

    Raises:
        BusyError: Too many wait already.
    """
    key, lesson = job_key(asked, settings), asked.lesson
    drawn = drawn_words(lesson)
    _runner().start(key, lambda tell: learn_live(lesson, settings, drawn, tell), visitor=_visitor())
    st.session_state[_PLAYED], st.session_state[_BEGUN] = (key, time.monotonic()), key


def has_begun(key: Hashable = None) -> bool:
    """Tell whether this learning is the last one that the visitor began; without a key whether any is."""
    begun = st.session_state.get(_BEGUN)
    return begun is not None and key in (None, begun)


def stop_learning(key: Hashable) -> bool:
    """End it, and return False where somebody else watches it; the visitor sees what is there."""
    st.session_state.pop(_PLAYED, None)
    return _runner().stop(key, visitor=_visitor())


def played_moment(key: Hashable, live: LiveVectors) -> int | None:
    """Return the moment that is to be seen while a learning is played; None when none is played."""
    played, since = st.session_state.get(_PLAYED, (None, 0.0))
    if played != key:
        return None
    return min(int((time.monotonic() - since) / MOMENT_S), len(live) - 1)


def end_playing() -> None:
    """Show the last moment from now on."""
    st.session_state.pop(_PLAYED, None)


@process_wide
def get_ready() -> threading.Thread:
    """Import gensim beside the page: whoever opens the view will want it."""
    thread = threading.Thread(target=_import, name="gensim", daemon=True)
    thread.start()
    return thread


def _import() -> None:
    with suppress(ImportError):  # the learning tells it
        import gensim.models.word2vec  # noqa: F401


@process_wide
def _runner() -> JobRunner[LiveVectors]:
    return JobRunner(most_kept=MOST_KEPT, most_waiting=MOST_WAITING, while_watched=True)


def _visitor() -> str:
    visitor: str = st.session_state.setdefault(_VISITOR, secrets.token_hex(8))
    return visitor
