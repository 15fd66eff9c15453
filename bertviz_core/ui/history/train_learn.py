"""Vectors learned while one watches: the map of the words takes shape, the loss falls."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.analysis.history.train import CHANCE_LOSS, untrained
from bertviz_core.errors import BertScopeError
from bertviz_core.jobs.runner import Job
from bertviz_core.results import LiveVectors
from bertviz_core.ui.address import address
from bertviz_core.ui.history.train_ask import ASK_PARAMETER, draw_asked, first_question
from bertviz_core.ui.history.train_choices import (
    ARCHITECTURE_PARAMETER,
    EPOCHS_PARAMETER,
    WINDOW_PARAMETER,
    choose_settings,
)
from bertviz_core.ui.history.train_files import offer_files
from bertviz_core.ui.history.train_job import (
    end_playing,
    get_ready,
    has_begun,
    job_key,
    look_at_learning,
    played_moment,
    start_learning,
    stop_learning,
)
from bertviz_core.ui.history.train_pictures import draw_pictures, group_words
from bertviz_core.ui.history.train_text import TEXT_PARAMETER, TRAINED_PARAMETER, AskedLesson
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.notices import show_error

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

LEARN_PARAMETERS = (ARCHITECTURE_PARAMETER, WINDOW_PARAMETER, EPOCHS_PARAMETER, TRAINED_PARAMETER)
POLL_S = 0.3


def draw_learning(asked: AskedLesson, places: Sequence[DeltaGenerator]) -> None:
    """Offer to learn, show the learning while it goes on, and answer questions to what was learned."""
    get_ready()
    settings = choose_settings(places)
    key = job_key(asked, settings)
    label = _("Train again") if has_begun(key) else _("Train")
    clicked = places[2].button(
        label, icon=":material/play_arrow:", type="primary", key="train_begin", width="stretch"
    )
    if clicked or (address.get(TRAINED_PARAMETER) == "1" and not has_begun()):
        try:
            start_learning(asked, settings)
        except BertScopeError as error:
            show_error(error)
    begun = has_begun(key)
    address.put(TRAINED_PARAMETER, "1" if begun else "", usual="")
    job = look_at_learning(key) if begun else None
    groups = group_words(asked)
    if job is None or (job.result is None and not job.open):
        _draw_before(asked, job, untrained(asked.lesson, settings), groups)
        link_popover({TEXT_PARAMETER: asked.own})
    elif job.open or (job.result is not None and played_moment(key, job.result) is not None):
        link_popover({TEXT_PARAMETER: asked.own})
        st.fragment(_follow, run_every=POLL_S)(key, groups)
    elif job.result is not None:
        _draw_learned(asked, job, job.result, groups)
    _explain()


def _draw_before(
    asked: AskedLesson,
    job: Job[LiveVectors] | None,
    beginning: LiveVectors,
    groups: Mapping[str, Sequence[str]],
) -> None:
    st.subheader(
        _(
            "{words} words, {different} of them different, are read again and again",
            words=number(asked.lesson.words),
            different=number(len(asked.lesson.vocabulary)),
        ),
        anchor=False,
    )
    if job and job.error:
        show_error(job.error)
    st.info(
        _(
            "“Train” gives every word a vector of 30 small random numbers and learns them while you watch: "
            "some seconds."
        ),
        icon=":material/play_arrow:",
    )
    draw_pictures(beginning, 0, (asked.key, beginning.settings), groups)


def _follow(key: Hashable, groups: Mapping[str, Sequence[str]]) -> None:
    """Draw the moment that is to be seen; the page anew when there is no more to come."""
    job = look_at_learning(key)
    live = job.result if job else None
    moment = played_moment(key, live) if live is not None else None
    if job is None or (not job.open and (live is None or moment is None or moment == len(live) - 1)):
        end_playing()
        st.rerun()
    title_place = st.container()
    bar_place, stop_place = st.columns([5, 1], vertical_alignment="center")
    if stop_place.button(_("Stop"), icon=":material/stop:", key="train_stop", width="stretch"):
        if not stop_learning(key):
            st.toast(_("Somebody else watches this learning too, so it goes on."))
        st.rerun()
    if live is None:
        told = _("In the queue, {count} before it.", count=number(job.ahead))
        title_place.subheader(told, anchor=False)
        bar_place.progress(0.0)
        return
    moment = len(live) - 1 if moment is None else moment
    epoch, epochs = int(live.epochs[moment]), live.settings.epochs
    told = _(
        "Epoch {epoch} of {epochs}: loss {loss}",
        epoch=number(epoch),
        epochs=number(epochs),
        loss=number(float(live.losses[moment]), places=2),
    )
    title_place.subheader(told, anchor=False)
    bar_place.progress(epoch / epochs)
    draw_pictures(live, moment, key, groups)


def _draw_learned(
    asked: AskedLesson, job: Job[LiveVectors], live: LiveVectors, groups: Mapping[str, Sequence[str]]
) -> None:
    title_place, ask_place = st.container(), st.container()
    with ask_place:
        question = draw_asked(live, title_place, first_question(asked))
    link_popover({TEXT_PARAMETER: asked.own, ASK_PARAMETER: question})
    if job.phase == "stopped":
        st.caption(_("Stopped. What was learned so far is shown."))
    epochs = live.epochs.tolist()
    moment = len(epochs) - 1
    place = st.container()
    if len(epochs) > 1:
        chosen = st.select_slider(
            _("Epochs done (the keys ← and → move through the learning)"),
            epochs,
            value=epochs[-1],
            key=f"train_moment_{hash((job_key(asked, live.settings), len(epochs)))}",
        )
        moment = epochs.index(chosen)
    with place:
        draw_pictures(live, moment, job_key(asked, live.settings), groups)
    offer_files(live)


def _explain() -> None:
    st.markdown(
        _(
            "**How to read this.** A point is a word, at the direction of its vector seen from the side from "
            "which they spread most (PCA); colours say which words were written to be alike, which the "
            "network is not told. The loss is that of a fixed sample of steps with five drawn words each "
            "(negative sampling, Mikolov et al., 2013, *Distributed Representations of Words and Phrases*): "
            "it begins at 6 · ln 2 = {start}, where all is chance. So small a text teaches only its own "
            "little world; “King − man + woman” asks vectors that have read millions of words.",
            start=number(CHANCE_LOSS, places=2),
        )
    )
    st.caption(
        _(
            "Learned by gensim (Řehůřek & Sojka, 2010) in one thread: 30 dimensions, five drawn words a "
            "step, a learning rate from 0.05 to 0.005, the same random numbers every time."
        )
    )
