"""Classification on the model's features, without training the model itself."""

from __future__ import annotations

import streamlit as st

from bertviz_core.charts.about.classes import class_score_bars
from bertviz_core.results import Evaluation
from bertviz_core.ui.about.evaluation_files import classes_csv
from bertviz_core.ui.about.score_view import group_names, offer_files, show_chart
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _, number


def draw(evaluation: Evaluation) -> None:
    """Draw the accuracies on each data set beside those of always giving one answer."""
    scores = evaluation.classes
    st.subheader(_("Logistic regression on the features of the last layer"), anchor=False)
    figure = class_score_bars(
        scores,
        chart_style(),
        names=_data_names() | {"all": _("All together")},
        words={
            "cls": _("First token, [CLS]"),
            "mean": _("Mean of the other tokens"),
            "majority": _("Always the most frequent class"),
            "measure": _("Accuracy"),
        },
    )
    show_chart(figure, "text_classes", alt=_("Bars: accuracy of classification by data set and language"))
    st.markdown(
        _(
            "**How to read this.** The model stays as it is; only a simple classifier learns, on four fifths "
            "of the texts, and is tried on the last fifth, five times over. At the broken line the features "
            "are of no use, nor below it: there the few texts that were learned from misled about the "
            "others. The sets are small: one text is two or three percent of a language."
        )
    )
    names = _data_names()
    labels = {"good": _("good"), "bad": _("bad"), "spam": _("spam"), "ham": _("no spam")}
    classes = [", ".join(labels.get(label, label) for label in score.labels) for score in scores]
    with st.expander(_("The data"), icon=":material/list:"):
        st.dataframe(
            {
                _("Data"): [names.get(score.data, score.data) for score in scores],
                _("Language"): group_names(score.language for score in scores),
                _("Classes"): classes,
                _("Texts"): [score.texts for score in scores],
                _("Always the most frequent class"): [number(score.majority, places=4) for score in scores],
                _("First token, [CLS]"): [number(score.cls, places=4) for score in scores],
                _("Mean of the other tokens"): [number(score.mean, places=4) for score in scores],
            },
            hide_index=True,
        )
    offer_files(evaluation, "classification", lambda: classes_csv(scores))


def _data_names() -> dict[str, str]:
    return {"film_reviews": _("Film reviews"), "spam": _("Spam messages")}
