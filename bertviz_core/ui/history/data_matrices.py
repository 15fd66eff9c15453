"""The same classifier learned from unequal and from equal classes, on the same messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.analysis.history.data import never_spam, outcome_counts
from bertviz_core.charts.history.data import OutcomeWords, outcome_matrix
from bertviz_core.results import BALANCES, BalanceTest, OutcomeCounts
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.history.data_files import counts_document, offer_counts
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.written_numbers import percent

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from bertviz_core import BertEngine

DRAW_PARAMETER = "draw"
DRAWS_OFFERED = 20
HALF = 0.5
_STYLE = "<style>.st-key-data_matrices .stColumn {min-width: min(100%, 250px)}</style>"


def draw_matrices(
    engine: BertEngine, places: Sequence[DeltaGenerator], learned: Callable[[BertEngine], BalanceTest]
) -> None:
    """Draw the confusion matrices of who never says spam and of both classifiers."""
    with places[0]:
        draw = _choose_draw()
    test = learned(engine)
    never = never_spam(test, draw=draw)
    skewed, even = (outcome_counts(test, one, threshold=HALF, draw=draw) for one in BALANCES)
    st.subheader(_said(skewed, even), anchor=False)
    names = (
        _("Never says “spam”"),
        _("Learned from 85 to 15"),
        _("Learned from 50 to 50"),
    )
    st.html(_STYLE)
    with st.container(key="data_matrices"):
        columns = st.columns(3, gap="small")
    for number_, (column, name, counts) in enumerate(zip(columns, names, (never, skewed, even), strict=True)):
        with column:
            _draw_one(number_, name, counts)
    st.markdown(
        _(
            "**How to read this.** The same model reads {learned} messages of either mixture, and logistic "
            "regression on its vectors learns from them (feature-based: Devlin et al., 2019, section 5.3); "
            "all three are tried on the same {tested} others, of which {spam} are spam. Accuracy counts "
            "right answers of both classes alike, so that whoever never says “spam” is right {never} of the "
            "time and finds nothing. Look at the lower row instead: how much of the spam is found (recall).",
            learned=number(sum(test.learned[0])),
            tested=number(test.spam.shape[1]),
            spam=number(never.missed),
            never=percent(never.accuracy, 0),
        )
    )
    _numbers(names, (never, skewed, even), test)
    offer_counts(
        counts_document(test, draw=draw),
        {"never": never, "85_15": skewed, "50_50": even},
    )


def _choose_draw() -> int:
    """Offer the draws of who is learned from; return the number of the chosen one from 0."""
    named, offered = address.number(DRAW_PARAMETER), list(range(1, DRAWS_OFFERED + 1))
    chosen = st.select_slider(
        _("Draw"),
        offered,
        value=named if named in offered else 1,
        key="data_draw",
        persist_state="session",
        help=_("Which messages are learned from and which are tried is drawn anew."),
    )
    address.put(DRAW_PARAMETER, str(chosen), usual="1")
    return int(chosen) - 1


def _said(skewed: OutcomeCounts, even: OutcomeCounts) -> str:
    return _(
        "Accuracy {skewed} or {even}: learned from 85 to 15 it finds {few} of {spam} spam messages, learned "
        "from 50 to 50 it finds {many}",
        skewed=percent(skewed.accuracy, 0),
        even=percent(even.accuracy, 0),
        few=number(skewed.found),
        many=number(even.found),
        spam=number(skewed.found + skewed.missed),
    )


def _draw_one(place: int, name: str, counts: OutcomeCounts) -> None:
    st.markdown(
        f"**{name}**  \n"
        + _(
            "accuracy {accuracy}, recall {recall}",
            accuracy=percent(counts.accuracy, 0),
            recall=percent(counts.recall, 0),
        )
    )
    words = OutcomeWords(
        right=_("Right class"), said=_("Class that it said"), wanted=_("wanted"), spam=_("spam")
    )
    st.plotly_chart(
        outcome_matrix(counts, chart_style(), words),
        key=f"data_matrix_{place}",
        config=picture_options(f"confusion_{place}"),
        alt=_(
            "A confusion matrix: {found} spam messages found, {missed} missed, {alarms} wanted messages "
            "called spam",
            found=number(counts.found),
            missed=number(counts.missed),
            alarms=number(counts.alarms),
        ),
    )


def _numbers(names: Sequence[str], drawn: Sequence[OutcomeCounts], test: BalanceTest) -> None:
    """List the scores of this draw, and the accuracy and recall over all draws."""
    every = (never_spam(test), *(outcome_counts(test, one, threshold=HALF) for one in BALANCES))
    with st.expander(_("The numbers"), icon=":material/table:"):
        st.dataframe(
            {
                _("Learned from"): list(names),
                _("Accuracy"): [percent(one.accuracy) for one in drawn],
                _("Precision"): [_score(one.precision) for one in drawn],
                _("Recall"): [_score(one.recall) for one in drawn],
                "F1": [_score(one.f1) for one in drawn],
                _("Accuracy, all draws"): [percent(one.accuracy) for one in every],
                _("Recall, all draws"): [percent(one.recall) for one in every],
            },
            hide_index=True,
        )


def _score(value: float) -> str:
    return number(value, places=2)
