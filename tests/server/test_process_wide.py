"""What a process has once stays, whatever is emptied."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import streamlit as st

from bertviz_core.server.process_wide import process_wide
from bertviz_core.ui.about import answers as about
from bertviz_core.ui.fine_tuning import ask_batch, before_after_answers, learn_features
from bertviz_core.ui.history import train_job
from bertviz_core.ui.next_sentence import pair_reliability
from bertviz_core.ui.pretraining import step_answers
from bertviz_core.ui.words import geometry_random_words, map_answers, question, tagging_input, tagging_job

ROOT = Path(__file__).parents[2]


def test_threads_that_ask_at_once_get_the_same() -> None:
    everybody = threading.Barrier(20, timeout=20)
    made: list[object] = []

    @process_wide
    def make(kind: int) -> object:
        made.append(kind)
        return object()

    got: list[object] = []

    def ask() -> None:
        everybody.wait()
        got.append(make(1))

    threads = [threading.Thread(target=ask) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [1]
    assert len(got) == 20
    assert len(set(got)) == 1
    assert make(2) is not got[0]


@pytest.mark.parametrize(
    ("shared", "arguments"),
    [
        (learn_features._runner, ()),
        (tagging_job._runner, ()),
        (train_job._runner, ()),
        (ask_batch._work, ()),
        (before_after_answers._work, ()),
        (geometry_random_words._work, ()),
        (question._work, (False,)),
        (map_answers._work, (False, False)),
        (tagging_input._kept, ()),
        (step_answers._kept, ()),
        (pair_reliability._known, ()),
        (about._measured, ()),
    ],
)
def test_queues_and_measurements_outlive_the_caches_of_streamlit(shared, arguments) -> None:
    before = shared(*arguments)
    st.cache_resource.clear()
    st.cache_data.clear()
    assert shared(*arguments) is before


def test_no_cache_of_streamlits_holds_what_changes() -> None:
    """A cache of a function without arguments, or one entry, is a place that is kept and not an answer."""
    for path in (ROOT / "bertviz_core").rglob("*.py"):
        for part in path.read_text(encoding="utf-8").split("@st.cache_")[1:]:
            signature = part.split("def ", 1)[1].split(":\n", 1)[0]
            assert "()" not in signature, f"{path}: {signature}"
            assert not any(kept in signature for kept in ("Runner", "WatchedWork", "PassCache")), path
