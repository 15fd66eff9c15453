"""The experiment as a job that goes on behind the pages, shared by all who ask for the same."""

from __future__ import annotations

import secrets
from collections.abc import Hashable
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.jobs.runner import Job, JobRunner
from bertviz_core.results import TaggingExperiment
from bertviz_core.server.process_wide import process_wide
from bertviz_core.training.tagging import compare_features
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.words.tagging_input import TaggedSet

if TYPE_CHECKING:
    from bertviz_core import BertEngine

MOST_KEPT = 40
"""An experiment is some kilobytes."""

POLL_S = 1.0
_VISITOR = "jobs_visitor"


def job_key(engine: BertEngine, data: TaggedSet) -> Hashable:
    """Name an experiment."""
    return model_key(engine), data.key


def look_at_job(key: Hashable) -> Job[TaggingExperiment] | None:
    """Return how the experiment stands; the visitor waits for it from now on."""
    return _runner().look(key, visitor=_visitor())


def start_job(engine: BertEngine, data: TaggedSet) -> None:
    """Put the experiment into the queue.

    Raises:
        BusyError: The queue is full.
    """
    _runner().start(
        job_key(engine, data),
        lambda tell: compare_features(engine, data.sentences, tell=tell),
        visitor=_visitor(),
    )


def follow_job(job: Job[TaggingExperiment] | None, key: Hashable) -> None:
    """Show how far an open job is, with a button that stops it; or why it ended without a result.

    While it is open only this part of the page is drawn every second; the page is when there is more to see.
    """
    if job is None:
        return
    if job.open:
        st.fragment(_follow, run_every=POLL_S)(key, _count(job), [job])
    elif job.phase == "stopped":
        st.info(_("Stopped. What was finished is shown."), icon=":material/info:")
    elif job.error:
        show_error(job.error)


def _follow(key: Hashable, shown: int, at_first: list[Job[TaggingExperiment]]) -> None:
    """Draw the bar and the button, or the page anew where more is finished than is shown.

    Args:
        key: Names the job.
        shown: How much of it the page shows.
        at_first: The job as the page knows it: taken the first time, while the page is still being drawn.
    """
    job = at_first.pop() if at_first else look_at_job(key)
    if job is None or not job.open or _count(job) > shown:
        st.rerun()
    bar_place, stop_place = st.columns([5, 1], vertical_alignment="center")
    bar_place.progress(job.share, text=_progress_text(job))
    if stop_place.button(_("Stop"), icon=":material/stop:", key="tagging_stop", width="stretch"):
        if not _runner().stop(key, visitor=_visitor()):
            st.toast(_("Somebody else waits for this experiment too, so it goes on."))
        st.rerun()


def _count(job: Job[TaggingExperiment]) -> int:
    return len(job.result.scores) if job.result else 0


def _progress_text(job: Job[TaggingExperiment]) -> str:
    if job.phase == "waiting":
        return _(
            "In the queue, {count} before it. You can leave this page meanwhile.", count=number(job.ahead)
        )
    if job.result is None:
        return _("The model reads the sentences. You can leave this page meanwhile.")
    return _(
        "{percent}%: {count} kinds of features are finished. You can leave this page meanwhile.",
        percent=number(100 * job.share, places=0),
        count=number(_count(job)),
    )


@process_wide
def _runner() -> JobRunner[TaggingExperiment]:
    return JobRunner(most_kept=MOST_KEPT)


def _visitor() -> str:
    """Name this visit; nothing else is known of whoever it is."""
    visitor: str = st.session_state.setdefault(_VISITOR, secrets.token_hex(8))
    return visitor
