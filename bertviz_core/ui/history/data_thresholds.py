"""Where to draw the line between spam and not: precision, recall and F1 at three thresholds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from bertviz_core.analysis.history.data import outcome_counts, threshold_scores
from bertviz_core.charts.history.data import threshold_curves
from bertviz_core.results import Balance, BalanceTest, OutcomeCounts
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.history.data_files import curves_document, offer_curves
from bertviz_core.ui.i18n import _, number, numbers
from bertviz_core.ui.menu_choice import choose_from_menu
from bertviz_core.ui.written_numbers import percent

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from bertviz_core import BertEngine

LEARNED_PARAMETER = "learned"
THRESHOLD_PARAMETERS = ("a", "b", "c")
_USUAL = (20, 50, 80)
_STEPS = np.linspace(0, 1, 101)


def draw_thresholds(
    engine: BertEngine, places: Sequence[DeltaGenerator], learned: Callable[[BertEngine], BalanceTest]
) -> None:
    """Draw the three scores against the threshold, and what three thresholds find and miss."""
    names: dict[Balance, str] = {"skewed": "85 : 15", "even": "50 : 50"}
    with places[0]:
        balance = choose_from_menu(_("Learned from"), names, parameter=LEARNED_PARAMETER, key="data_learned")
    chosen = [
        _choose(place, parameter, usual)
        for place, parameter, usual in zip(places[1:], THRESHOLD_PARAMETERS, _USUAL, strict=True)
    ]
    test = learned(engine)
    scores = threshold_scores(test, balance, _STEPS)
    counts = [outcome_counts(test, balance, threshold=one) for one in chosen]
    best = max(range(3), key=lambda place: counts[place].f1)
    st.subheader(_said(best, chosen[best], counts[best]), anchor=False)
    st.plotly_chart(
        threshold_curves(
            _STEPS,
            scores,
            chosen,
            chart_style(),
            names=(_("Precision"), _("Recall"), "F1"),
            axis=_("Threshold: called spam from this probability on"),
        ),
        key="data_curves",
        config=picture_options("thresholds"),
        alt=_("Lines: precision, recall and F1 against the threshold"),
    )
    _table(chosen, counts)
    st.markdown(
        _(
            "**How to read this.** A classifier gives a probability, and someone has to say from which one "
            "on a message is spam: the lower the threshold, the more spam is found (recall) and the more "
            "wanted messages are lost with it (precision). F1 is their harmonic mean, and its best place "
            "need not be one half: who learned from 85 to 15 has it lower. The curves are those of all "
            "{draws} draws together, {messages} answers.",
            draws=number(len(test.spam)),
            messages=number(test.spam.size),
        )
    )
    offer_curves(curves_document(test, balance, _STEPS, scores), _STEPS, scores)


def _choose(place: DeltaGenerator, parameter: str, usual: int) -> float:
    """Offer one threshold in percent, as it stands in the address; return it as a share."""
    named = address.number(parameter)
    with place:
        chosen = st.slider(
            parameter.upper(),
            0,
            100,
            named if named is not None and named <= 100 else usual,
            format="%d" + numbers().percent_sign.replace("%", "%%"),
            key=f"data_threshold_{parameter}",
            persist_state="session",
        )
    address.put(parameter, str(chosen), usual=str(usual))
    return min(max(int(chosen), 0), 100) / 100


def _said(place: int, threshold: float, counts: OutcomeCounts) -> str:
    return _(
        "Of the three, {name} ({threshold}) has the best F1, {f1}: it finds {found} of the spam, and "
        "{precision} of what it calls spam is",
        name=f"**{THRESHOLD_PARAMETERS[place].upper()}**",
        threshold=percent(threshold, 0),
        f1=number(counts.f1, places=2),
        found=percent(counts.recall, 0),
        precision=percent(counts.precision, 0),
    )


def _table(chosen: Sequence[float], counts: Sequence[OutcomeCounts]) -> None:
    st.dataframe(
        {
            _("Threshold"): [
                f"{name.upper()}: {percent(one, 0)}"
                for name, one in zip(THRESHOLD_PARAMETERS, chosen, strict=True)
            ],
            _("Precision"): [number(one.precision, places=2) for one in counts],
            _("Recall"): [number(one.recall, places=2) for one in counts],
            "F1": [number(one.f1, places=2) for one in counts],
            _("Spam found"): [number(one.found) for one in counts],
            _("Spam missed"): [number(one.missed) for one in counts],
            _("Wanted called spam"): [number(one.alarms) for one in counts],
            _("Accuracy"): [percent(one.accuracy) for one in counts],
        },
        hide_index=True,
    )
