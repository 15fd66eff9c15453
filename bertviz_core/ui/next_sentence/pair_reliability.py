"""How far a model's "is next" can be trusted: measured on pairs of sentences whose answer is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.charts.reliability import reliability_curve
from bertviz_core.locales import LANGUAGES
from bertviz_core.results import Reliability
from bertviz_core.results.reliability import measure_reliability
from bertviz_core.samples.story_pairs import StoryPair, story_pairs
from bertviz_core.server.process_wide import process_wide
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.next_sentence.answers import follow_probabilities
from bertviz_core.ui.next_sentence.pair_reliability_files import pairs_csv, reliability_csv, reliability_json
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import percent

if TYPE_CHECKING:
    from bertviz_core import BertEngine

MODELS_KEPT = 50
OVER_CONFIDENT = 0.03
"""Confidence and accuracy that are no further apart agree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A model's answers to all pairs that it can read, and what they are worth."""

    pairs: tuple[StoryPair, ...]
    is_next: NDArray[np.float32]
    whole: Reliability
    parts: dict[str, Reliability]
    """By the kind of the pair or its language."""


def show_reliability(engine: BertEngine) -> None:
    """Say what is known of this model, and measure it when the visitor asks."""
    panel = st.expander(
        _("How far can this probability be trusted?"),
        icon=":material/rule:",
        key="reliability",
        on_change="rerun",
    )
    known = _known().get(model_key(engine))
    if panel.open:
        with panel:
            known = known or _measure(engine)
            if known:
                _draw(engine, known)
    elif known:
        st.caption(_summary(engine, known.whole))


def _measure(engine: BertEngine) -> Measured | None:
    """Ask about every pair, and keep the answer for everybody; None where the model can read none."""
    asked = story_pairs()
    answers = follow_probabilities(engine, [(pair.first, pair.second) for pair in asked])
    read = np.flatnonzero(~np.isnan(answers)).tolist()
    if not read:
        st.info(_("The model cannot read any of the pairs: they are longer than it takes."))
        return None
    pairs, is_next = tuple(asked[place] for place in read), answers[read]
    groups: dict[str, list[int]] = {}
    for place, pair in enumerate(pairs):
        for name in (pair.kind, pair.language):
            groups.setdefault(name, []).append(place)
    follows = np.array([pair.follows for pair in pairs])
    measured = Measured(
        pairs=pairs,
        is_next=is_next,
        whole=measure_reliability(is_next, follows),
        parts={name: measure_reliability(is_next[group], follows[group]) for name, group in groups.items()},
    )
    kept = _known()
    kept[model_key(engine)] = measured
    for oldest in list(kept)[:-MODELS_KEPT]:
        kept.pop(oldest, None)
    return measured


@process_wide
def _known() -> dict[str, Measured]:
    """Return what was measured in this process, by the key of the model."""
    return {}


def _draw(engine: BertEngine, known: Measured) -> None:
    whole = known.whole
    picture, table = st.columns(2, gap="small")
    with picture:
        words = {
            "said": _("Probability that the model gives to “follows”"),
            "so": _("Share that follows"),
            "pairs": _("Pairs"),
            "ideal": _("perfectly calibrated"),
        }
        st.plotly_chart(
            reliability_curve(whole, chart_style(), words=words),
            key="reliability_curve",
            config=picture_options("reliability"),
            alt=_("Reliability curve: share of pairs that follow by the probability the model gives"),
        )
    with table:
        st.markdown(_summary(engine, whole))
        st.dataframe(_table(known), hide_index=True)
        st.caption(
            _(
                "Expected calibration error {error}, Brier score {brier}.",
                error=number(whole.calibration_error, places=3),
                brier=number(whole.brier, places=3),
            )
        )
    st.markdown(
        _(
            "**How to read this.** On the dashed line a model is right as often as it says; below it on the "
            "right it claims too much. Bars of the points: 95% intervals (Wilson 1927). The calibration "
            "error is the mean distance between confidence and accuracy over ten bins (Guo et al. 2017). "
            "The pairs come from short stories written for this app, which no model has read; half of "
            "them are neighbours. A sentence of the same story in a wrong place shares its topic, which is "
            "why it is the harder case."
        )
    )
    if save_menu():
        save_as(_("Curve as CSV"), "reliability.csv", reliability_csv(whole))
        pairs_file = pairs_csv(known.pairs, known.is_next)
        save_as(_("Pairs as CSV"), "reliability_pairs.csv", pairs_file)
        everything = reliability_json(engine.info.id, whole, known.parts)
        save_as(_("Reliability as JSON"), "reliability.json", everything)


def _summary(engine: BertEngine, whole: Reliability) -> str:
    """Compare in one sentence how often the model is right with how sure it is."""
    fields = {
        "pairs": number(whole.pairs),
        "model": literal(engine.info.name),
        "accuracy": number(100 * whole.accuracy, places=0),
        "confidence": number(100 * whole.confidence, places=0),
    }
    if whole.confidence - whole.accuracy > OVER_CONFIDENT:
        return _(
            "**Over-confident:** on {pairs} pairs of sentences from short stories, {model} is right in "
            "{accuracy}% and {confidence}% sure on average.",
            **fields,
        )
    if whole.accuracy - whole.confidence > OVER_CONFIDENT:
        return _(
            "**Under-confident:** on {pairs} pairs of sentences from short stories, {model} is right in "
            "{accuracy}% and {confidence}% sure on average.",
            **fields,
        )
    return _(
        "**As sure as it may be:** on {pairs} pairs of sentences from short stories, {model} is right in "
        "{accuracy}% and {confidence}% sure on average.",
        **fields,
    )


def _table(known: Measured) -> pd.DataFrame:
    """List how often the model is right, by kind of pair and by language."""
    names = {
        "next": _("Neighbours"),
        "other_story": _("From another story"),
        "same_story": _("Same story, wrong place"),
        **LANGUAGES,
    }
    rows = [(_("All pairs"), known.whole)]
    rows += [(names[part], known.parts[part]) for part in names if part in known.parts]
    return pd.DataFrame(
        [
            (
                name,
                part.pairs,
                "{} ({} – {})".format(
                    percent(part.accuracy, 0),
                    *(number(100 * share, places=0) for share in part.accuracy_range),
                ),
                percent(part.confidence, 0),
            )
            for name, part in rows
        ],
        columns=[_("Pairs of sentences"), _("Pairs"), _("Right (95%)"), _("Sure")],
    )
