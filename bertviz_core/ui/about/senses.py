"""Words of several senses: after which layer do their vectors tell the senses apart?"""

from __future__ import annotations

import streamlit as st

from bertviz_core.charts.about.senses import word_sense_lines
from bertviz_core.results import Evaluation, WordSenses
from bertviz_core.ui.about.evaluation_files import senses_csv
from bertviz_core.ui.about.score_view import group_names, offer_files, show_chart
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _, number

SCORE_PARAMETER = "score"
ACCURACY, SILHOUETTE = "accuracy", "silhouette"


def draw(evaluation: Evaluation) -> None:
    """Draw a line a word over the layers."""
    words = evaluation.senses
    layers = list(zip(*(word.accuracy for word in words), strict=True))
    means = [sum(layer) / len(words) for layer in layers]
    best = means.index(max(means))
    title_place, choice_place = st.columns(2, vertical_alignment="center")
    title_place.subheader(
        _(
            "Best after layer {layer}: {best}% right; {input}% at the input",
            layer=best,
            best=number(100 * means[best], places=0),
            input=number(100 * means[0], places=0),
        ),
        anchor=False,
    )
    with choice_place:
        score = _choose_score()
    names = {ACCURACY: _("Nearest neighbour right"), SILHOUETTE: _("Silhouette")}
    figure = word_sense_lines(
        words,
        chart_style(),
        read=_silhouette if score == SILHOUETTE else _accuracy,
        labels={
            "layer": _("Layer"),
            "input": _("Input"),
            "last_four": _("Last 4"),
            "measure": names[score],
            "mean": _("Mean"),
        },
    )
    show_chart(figure, "word_senses", alt=_("Lines: how well each layer tells the senses of each word apart"))
    st.markdown(
        _(
            "**How to read this.** Every word stands in 14 sentences for each of its senses. Its nearest "
            "neighbour among the other sentences, by the cosine of the vectors, should be of the same sense. "
            "The thick line is the mean of all words; each thin one is a word, of which the best and the "
            "worst are named, and the others when you point at them."
        )
    )
    st.caption(
        _(
            "“Last 4” is the vector of the last four layers together. Silhouette is 1 where senses lie far "
            "apart, 0 where they touch. A word of several pieces is the mean of them."
        )
    )
    _table(words)
    offer_files(evaluation, "word_senses", lambda: senses_csv(words))


def _choose_score() -> str:
    names = {ACCURACY: _("Nearest neighbour"), SILHOUETTE: _("Silhouette")}
    score = st.segmented_control(
        _("Measure"),
        list(names),
        default=SILHOUETTE if address.get(SCORE_PARAMETER) == SILHOUETTE else ACCURACY,
        format_func=names.__getitem__,
        required=True,
        key="senses_score",
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put(SCORE_PARAMETER, score or ACCURACY, usual=ACCURACY)
    return score or ACCURACY


def _accuracy(word: WordSenses) -> tuple[tuple[float, ...], float]:
    return word.accuracy, word.accuracy_last_four


def _silhouette(word: WordSenses) -> tuple[tuple[float, ...], float]:
    return word.silhouette, word.silhouette_last_four


def _table(words: tuple[WordSenses, ...]) -> None:
    with st.expander(_("The words"), icon=":material/list:"):
        st.dataframe(
            {
                _("Language"): group_names(word.language for word in words),
                _("Word"): [word.word for word in words],
                _("Senses"): [", ".join(word.senses) for word in words],
                _("Sentences"): [word.sentences for word in words],
                _("Most frequent sense"): [number(word.majority, places=4) for word in words],
                _("Input"): [number(word.accuracy[0], places=4) for word in words],
                _("Best layer"): [word.best_layer for word in words],
                _("Right there"): [number(word.accuracy[word.best_layer], places=4) for word in words],
                _("Last 4"): [number(word.accuracy_last_four, places=4) for word in words],
            },
            hide_index=True,
        )
