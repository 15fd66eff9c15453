"""Classification on the model's features, without training the model itself."""

from __future__ import annotations

import streamlit as st

from bertviz_core.charts.about.score_bars import Scores, score_bars
from bertviz_core.evaluation.classes import ALL
from bertviz_core.results import ClassScore, Evaluation
from bertviz_core.ui.about.evaluation_files import classes_csv
from bertviz_core.ui.about.score_view import group_names, offer_files, show_chart
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.written_numbers import percent


def draw(evaluation: Evaluation) -> None:
    """Draw the accuracy on the texts of all languages of each data set, beside that of guessing."""
    scores = evaluation.classes
    together = [score for score in scores if score.language == ALL]
    st.subheader(_title(together), anchor=False)
    first, mean, always = _("First token, [CLS]"), _("Mean of the other tokens"), _("Guessing")
    figure = score_bars(
        [_group_name(score) for score in together],
        [
            Scores(
                name=first,
                values=tuple(score.cls for score in together),
                ranges=tuple(score.cls_range for score in together),
            ),
            Scores(
                name=mean,
                values=tuple(score.mean for score in together),
                ranges=tuple(score.mean_range for score in together),
            ),
        ],
        chart_style(),
        measure=_("Accuracy"),
        baseline=Scores(name=always, values=tuple(score.majority for score in together)),
    )
    show_chart(figure, "text_classes", alt=_("Bars: accuracy of classification by data set"))
    st.markdown(
        _(
            "**How to read this.** The model stays as it is; only a simple classifier learns from its last "
            "layer (logistic regression), on four fifths of the texts of all languages, and is tried on the "
            "last fifth, five times over. Spam has words that give it away; a review is good or bad in many "
            "ways, and takes a better model or more texts. Lines are 95% intervals (Wilson, 1927): where "
            "one reaches the broken line, chance explains the bar. One language by itself has 40 or 60 "
            "texts, too few to learn from; its numbers are below."
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
                always: [percent(score.majority, 0) for score in scores],
                first: [_with_range(score.cls, score.cls_range) for score in scores],
                mean: [_with_range(score.mean, score.mean_range) for score in scores],
            },
            hide_index=True,
        )
    offer_files(evaluation, "classification", lambda: classes_csv(scores))


def _title(together: list[ClassScore]) -> str:
    """Say of each data set how much is right, and what guessing reaches."""
    best = ", ".join(
        f"{_data_names().get(score.data, score.data).lower()} {percent(score.mean, 0)}" for score in together
    )
    guessing = max((score.majority for score in together), default=0.5)
    return _(
        "Right with the frozen model: {scores}; guessing: {guessing}",
        scores=best,
        guessing=percent(guessing, 0),
    )


def _group_name(score: ClassScore) -> str:
    return _(
        "{data}, {count} texts", data=_data_names().get(score.data, score.data), count=number(score.texts)
    )


def _with_range(value: float, ends: tuple[float, float]) -> str:
    low, high = (number(100 * end, places=0) for end in ends)
    return f"{percent(value, 0)} ({low} – {high})"


def _data_names() -> dict[str, str]:
    return {"film_reviews": _("Film reviews"), "spam": _("Spam messages")}
