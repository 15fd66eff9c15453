"""Classification on the model's features, without training the model itself."""

from __future__ import annotations

import streamlit as st

from bertviz_core.charts.score_bars import Scores, score_bars
from bertviz_core.results import ClassScore, Evaluation
from bertviz_core.ui.about.evaluation_files import classes_csv
from bertviz_core.ui.about.score_view import group_names, offer_files, show_chart
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _, number


def draw(evaluation: Evaluation) -> None:
    """Draw the accuracies on each data set beside those of always giving one answer."""
    scores = evaluation.classes
    st.subheader(_("Logistic regression on the features of the last layer"), anchor=False)
    bars = [
        Scores(name=_("First token, [CLS]"), values=tuple(score.cls for score in scores)),
        Scores(name=_("Mean of the other tokens"), values=tuple(score.mean for score in scores)),
    ]
    figure = score_bars(
        [f"{_data_name(score)}\n{group_names([score.language])[0]}" for score in scores],
        bars,
        chart_style(),
        measure=_("Accuracy"),
        baseline=Scores(
            name=_("Always the most frequent class"), values=tuple(score.majority for score in scores)
        ),
    )
    show_chart(figure, "text_classes", alt=_("Bars: accuracy of classification by data set and language"))
    st.markdown(
        _(
            "**How to read this.** The model stays as it is; only a simple classifier learns, on four fifths "
            "of the texts, and is tried on the last fifth, five times over. At the broken line the features "
            "are of no use. The sets are small: one text is one or two percent of a language."
        )
    )
    with st.expander(_("The data"), icon=":material/list:"):
        st.dataframe(
            {
                _("Data"): [_data_name(score) for score in scores],
                _("Language"): group_names(score.language for score in scores),
                _("Classes"): [", ".join(score.labels) for score in scores],
                _("Texts"): [score.texts for score in scores],
                _("Always the most frequent class"): [number(score.majority, places=4) for score in scores],
                _("First token, [CLS]"): [number(score.cls, places=4) for score in scores],
                _("Mean of the other tokens"): [number(score.mean, places=4) for score in scores],
            },
            hide_index=True,
        )
    offer_files(evaluation, "classification", lambda: classes_csv(scores))


def _data_name(score: ClassScore) -> str:
    names = {"film_reviews": _("Film reviews"), "spam": _("Spam messages")}
    return names.get(score.data, score.data)
