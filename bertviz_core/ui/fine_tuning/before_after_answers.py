"""What fine-tuning changed, worked out once for all who look at the same run, in bounded caches."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, TypeVar

import streamlit as st

from bertviz_core.analysis.passes.pass_cache import Sized
from bertviz_core.results import AttentionChange, StateChange, WeightChange
from bertviz_core.server.process_wide import process_wide
from bertviz_core.training.compared_examples import compared_places
from bertviz_core.ui.fine_tuning.before_after_run import FinishedRun
from bertviz_core.ui.i18n import _
from bertviz_core.ui.watched_work import Report, WatchedWork
from bertviz_core.ui.work_bar import work_bar

if TYPE_CHECKING:
    from bertviz_core import BertEngine

KEPT_BYTES = 40_000_000
Answer = TypeVar("Answer", bound=Sized)


def attention_change(finished: FinishedRun, texts: Sequence[tuple[str, str | None]]) -> AttentionChange:
    """Return how far each head moved over texts and pairs."""
    before, after = finished.before, finished.after

    def work(report: Report) -> AttentionChange:
        return before.attention_change(after, texts, progress=report)

    return _watched(("attention", finished.key, tuple(texts)), work)


def state_change(finished: FinishedRun, *, everything: bool = False) -> StateChange:
    """Return the vectors of the held-out texts or words, or of those that were learned from too."""
    before, after, data = finished.before, finished.after, finished.data

    def work(report: Report) -> StateChange:
        places = compared_places(data, everything=everything)
        return before.state_change(after, places, progress=report)

    return _watched(("states", finished.key, everything), work)


def weight_change(finished: FinishedRun) -> WeightChange:
    """Return how far the weights moved."""
    return _weight_change(finished.before, finished.after, finished.key)


@st.cache_resource(max_entries=10, show_spinner=False)
def _weight_change(_before: BertEngine, _after: BertEngine, key: Hashable) -> WeightChange:
    return _before.weight_change(_after)


def _watched(key: Hashable, work: Callable[[Report], Answer]) -> Answer:
    text = _("Both models read the texts…")
    with work_bar(key="change") as show:
        answer: Answer = _work().answer(key, work, lambda done, total: show(done, total, text))
        return answer


@process_wide
def _work() -> WatchedWork:
    return WatchedWork(workers=1, max_bytes=KEPT_BYTES)
