"""The frozen model's vectors with a simple classifier, beside ways that need no model: a job of seconds."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import streamlit as st

from bertviz_core.charts.fine_tuning.results_methods import MethodBar, learning_methods
from bertviz_core.errors import BertScopeError
from bertviz_core.jobs.runner import UNSEEN_S, Job, JobRunner, Tell
from bertviz_core.results import LearningData, MethodScore, Task
from bertviz_core.server.process_wide import process_wide
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.fine_tuning.learn_names import duration_text, main_score, method_name, score_name
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.models import engine_of
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.visitor import visitor
from bertviz_core.ui.written_numbers import percent

Scores = tuple[MethodScore, ...]

POLL_S = 1.0
MOST_KEPT = 40
"""Scores are some kilobytes."""

SIMPLE = ("majority", "word_list", "tfidf", "features", "similar_sentence")


def draw_features(model: str, revision: str | None, data: LearningData) -> None:
    """Draw what the simple ways reach on the held-out examples, or the button that measures it."""
    _explain(data.task)
    key = (model, revision, data.fingerprint)
    job = _runner().look(key, visitor=visitor())
    if job and job.open:
        st.fragment(_follow, run_every=POLL_S)(key, [job])
        return
    if job and job.phase == "done" and job.result:
        draw_methods(data.task, job.result)
        _say_more(data.task, job.result)
        return
    if job and job.error:
        show_error(job.error)
    if st.button(_("Measure it"), icon=":material/play_arrow:", key="learn_features"):
        try:
            _start(key, model, data)
        except BertScopeError as error:
            show_error(error)
        else:
            st.rerun()


def draw_methods(task: Task, methods: Sequence[MethodScore]) -> None:
    """Draw the main score of each way as a bar."""
    score = next((main_score(task, method) for method in methods if method.scores), "")
    bars = [
        MethodBar(
            name=method_name(method.method),
            score=method.scores[score],
            marked=method.method not in SIMPLE,
        )
        for method in methods
        if score in method.scores
    ]
    st.plotly_chart(
        learning_methods(bars, chart_style(), measure=score_name(score)),
        key="learn_methods",
        config=picture_options("methods"),
        alt=_("Bars: what each way reaches on the held-out examples"),
    )


def _explain(task: Task) -> None:
    st.subheader(_("Features") if task != "question" else _("A simple way"), anchor=False)
    texts = {
        "tagging": _(
            "The model stays as it is. A logistic regression learns from its vectors of the words; beside "
            "it, a list of the words with their most frequent tags."
        ),
        "question": _(
            "A vector of a whole text says nothing of places in it. For comparison: the sentence most like "
            "the question."
        ),
    }
    usual = _(
        "The model stays as it is. A logistic regression learns from its vectors of the texts; beside it, "
        "one that only counts words (TF-IDF), and always saying the largest class."
    )
    st.caption(texts.get(task, usual))


def _say_more(task: Task, methods: Scores) -> None:
    """Say how long it took, and how the classifier did on the examples that it learned from."""
    features = next((method for method in methods if method.method == "features"), None)
    if features is None or features.seconds is None:
        return
    said = [_("Features took {duration}.", duration=duration_text(features.seconds))]
    if features.cross_validated == features.cross_validated:
        share = percent(features.cross_validated)
        said.append(
            _("Cross-validated on the examples learned from: {share} of the words right.", share=share)
            if task == "tagging"
            else _("Cross-validated on the examples learned from: {share} right.", share=share)
        )
    st.caption(" ".join(said))


def _start(key: Hashable, model: str, data: LearningData) -> None:
    """Put the work into the queue.

    Raises:
        BertScopeError: The queue is full, or the model cannot be loaded.
    """
    from bertviz_core.training.baselines import baseline_scores  # brings torch and scikit-learn

    engine = engine_of(model)
    count = max(1, len(data.examples))

    def work(tell: Tell[Scores]) -> Scores:
        read = 0

        def step() -> None:
            nonlocal read
            read += 1
            tell(min(1.0, read / count), None)

        tell(0.0, None)
        return baseline_scores(engine, data, step=step)

    _runner().start(key, work, visitor=visitor())


def _follow(key: Hashable, at_first: list[Job[Scores]]) -> None:
    """Draw the bar and the button that stops; the page anew when it has ended.

    Args:
        key: Names the work.
        at_first: The job as the page knows it: taken the first time, while the page is still being drawn.
    """
    job = at_first.pop() if at_first else _runner().look(key, visitor=visitor())
    if job is None or not job.open:
        st.rerun()
    waits = job.phase == "waiting"
    st.progress(
        job.share,
        text=_("In the queue, {count} before it.", count=number(job.ahead))
        if waits
        else _("The model reads the texts: {share}", share=percent(job.share, 0)),
    )
    st.caption(
        _(
            "It goes on for {minutes} minutes when you leave this page, and ends then.",
            minutes=number(UNSEEN_S / 60),
        )
    )
    if st.button(_("Stop"), icon=":material/stop:", key="learn_features_stop"):
        if not _runner().stop(key, visitor=visitor()):
            st.toast(_("Somebody else waits for this too, so it goes on."))
        st.rerun()


@process_wide
def _runner() -> JobRunner[Scores]:
    return JobRunner(most_kept=MOST_KEPT, while_watched=True)
