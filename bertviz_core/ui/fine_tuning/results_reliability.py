"""How far the fine-tuned model's probabilities can be trusted."""

from __future__ import annotations

import streamlit as st

from bertviz_core.charts.reliability import reliability_curve
from bertviz_core.results import LearningReport
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.i18n import _, number

FAR_APART = 0.03
"""Confidence and accuracy that are no further apart agree."""


def draw_reliability(report: LearningReport) -> None:
    """Draw how often the model is right by how sure it is."""
    measured = report.reliability
    if measured is None:
        st.info(_("Of this run no probabilities were kept."), icon=":material/info:")
        return
    picture, words_place = st.columns([3, 2], gap="small")
    words = {
        "said": _("Probability of the class that was named"),
        "so": _("Share that is right"),
        "pairs": _("Texts"),
        "ideal": _("perfectly calibrated"),
    }
    picture.plotly_chart(
        reliability_curve(measured, chart_style(), words=words),
        key="results_reliability",
        config=picture_options("reliability"),
        alt=_("Reliability curve: how often the named class is right, by its probability"),
    )
    with words_place:
        st.markdown(reliability_summary(measured.confidence, measured.accuracy))
        st.markdown(
            _(
                "**How to read this.** On the dashed line the model is right as often as it says; below it, "
                "it claims too much. Lines of the points: 95% intervals (Wilson 1927)."
            )
        )
        st.caption(
            _(
                "Expected calibration error {error} (Guo et al. 2017), Brier score {brier}.",
                error=number(measured.calibration_error, places=3),
                brier=number(measured.brier, places=3),
            )
        )


def reliability_summary(confidence: float, accuracy: float) -> str:
    """Say as Markdown whether a model claims too much."""
    fields = {
        "confidence": number(100 * confidence, places=0),
        "accuracy": number(100 * accuracy, places=0),
    }
    if confidence - accuracy > FAR_APART:
        return _("**Over-confident:** right in {accuracy}%, {confidence}% sure on average.", **fields)
    if accuracy - confidence > FAR_APART:
        return _("**Under-confident:** right in {accuracy}%, {confidence}% sure on average.", **fields)
    return _("**As sure as it may be:** right in {accuracy}%, {confidence}% sure on average.", **fields)
