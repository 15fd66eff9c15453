"""The surprise of sentences as numbers: which of two is less surprising, the table, the files."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import streamlit as st

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.masked_words.surprise_svg import SurpriseLine, surprise_svg
from bertviz_core.results import PseudoLikelihood, ScoredWord
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.masked_words.surprise_files import surprise_csv, surprise_json
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.text import literal

SAME = 0.005
"""Bits by which two scores may differ and still be told as equal."""


@dataclass(frozen=True, slots=True)
class Scored:
    """One sentence as it is shown."""

    answer: PseudoLikelihood
    words: tuple[ScoredWord, ...]
    """Its words, or its pieces on request."""


def show_verdict(first: PseudoLikelihood, second: PseudoLikelihood) -> None:
    """Say which of two sentences the model finds more probable, and by what.

    A longer sentence has a lower total by that alone, and rare words of several pieces raise the mean: where
    the two disagree, both are told. With a blank in one of them nothing is, or with an unknown word in one of
    them only: what is not scored costs nothing.
    """
    if any(
        (~answer.scored & ~answer.encoding.special & ~answer.encoding.in_unknown_words).any()
        for answer in (first, second)
    ):
        st.markdown(_("A blank has no surprise of its own: fill the blanks in to compare the two sentences."))
        return
    if _unknown_texts(first) != _unknown_texts(second):
        st.markdown(
            _(
                "The two sentences differ in words that the vocabulary does not know, which have no score: "
                "write these otherwise to compare them."
            )
        )
        return
    counts = [int(answer.scored.sum()) for answer in (first, second)]
    in_all = (first.total - second.total) / math.log(2)
    a_token = (first.per_token - second.per_token) / math.log(2)
    one, other = (literal(answer.encoding.text) for answer in (first, second))
    gap = in_all if counts[0] == counts[1] else a_token
    if abs(gap) < SAME:
        verdict = _("The model finds both sentences equally probable.")
    elif in_all * a_token < 0:
        verdict = _(
            "It depends: in all **“{in_all}”** is more probable, by the mean a token **“{a_token}”**.",
            in_all=one if in_all > 0 else other,
            a_token=one if a_token > 0 else other,
        )
    else:
        verdict = _("The model finds **“{sentence}”** more probable.", sentence=one if gap > 0 else other)
    difference = _(
        "Second against first: {in_all} bits in all, {a_token} a token.",
        in_all=_signed(in_all, places=1),
        a_token=_signed(a_token, places=2),
    )
    st.markdown(f"{verdict} {difference}")
    if counts[0] != counts[1]:
        st.caption(
            _(
                "They have {first} and {second} tokens: longer sentences are more surprising in all, and the "
                "mean a token favours rare words of several pieces (see Options).",
                first=counts[0],
                second=counts[1],
            )
        )


def _unknown_texts(answer: PseudoLikelihood) -> list[str]:
    return sorted(word.text for word in answer.unknown_words)


def show_numbers(sentences: list[Scored], style: ChartStyle) -> None:
    """Offer the numbers as a table and everything as files."""
    answers = [sentence.answer for sentence in sentences]
    with st.expander(_("The numbers")):
        for answer in answers:
            digits = {_("Surprise in bits"): 4, _("Probability"): 4, _("Its probability"): 4}
            st.dataframe(number_table(_table(answer), digits), hide_index=True)
    if save_menu():
        save_as(_("Surprise as CSV"), "surprise.csv", lambda: surprise_csv(answers))
        save_as(_("Surprise as JSON"), "surprise.json", lambda: surprise_json(answers))
        lines = [
            SurpriseLine(
                heading=_(
                    "{total} bits, {mean} a token",
                    total=bits(sentence.answer.total),
                    mean=bits(sentence.answer.per_token, places=2),
                ),
                words=tuple(
                    sorted((*sentence.words, *sentence.answer.unknown_words), key=lambda word: word.tokens[0])
                ),
            )
            for sentence in sentences
        ]
        picture = surprise_svg(lines, style, write=lambda value: number(value, places=1), unit="bits")
        save_as(_("Sentences as SVG"), "surprise.svg", picture)


def _table(answer: PseudoLikelihood) -> dict[str, object]:
    places = np.flatnonzero(answer.scored).tolist()
    expected = [answer.expected[place] for place in places]
    return {
        _("Position"): places,
        _("Piece"): [answer.encoding.labels[place] for place in places],
        _("Surprise in bits"): np.abs(answer.log_probabilities[places]) / math.log(2),
        _("Probability"): np.exp(answer.log_probabilities[places]),
        _("Rank"): answer.ranks[places],
        _("Best other"): [other.token if other else "" for other in expected],
        _("Its probability"): [other.probability if other else math.nan for other in expected],
    }


def bits(log_probability: float, *, places: int = 1) -> str:
    """Write a logarithm in nats as bits of surprise."""
    return number(abs(log_probability) / math.log(2), places=places)


def perplexity(answer: PseudoLikelihood) -> str:
    """Write the pseudo-perplexity."""
    value = answer.perplexity
    return number(value, places=1) if value < 1000 else number(round(min(value, 1e12)))


def _signed(value: float, *, places: int) -> str:
    """Write a difference with its sign."""
    return f"{'+' if value > 0 else '−' if value < 0 else ''}{number(abs(value), places=places)}"
