"""What static vectors know: written analogies of five kinds, and judged pairs of words."""

from __future__ import annotations

import streamlit as st

from bertviz_core.analysis.history.vectors import word_sum
from bertviz_core.charts.history.vectors_quality import kind_bars
from bertviz_core.errors import InputError
from bertviz_core.results import StaticVectors
from bertviz_core.samples.word_vectors import ANALOGY_KINDS, AnalogyKind, AnalogyQuestion, analogy_questions
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import csv_text, json_text, save_as, save_menu
from bertviz_core.ui.history.vectors_about import draw_about, measured
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.written_numbers import percent


def draw_quality(vectors: StaticVectors) -> None:
    """Draw the share of right answers of each kind, and list all questions on request."""
    link_popover({})
    scores = measured(vectors.language)["scores"]
    right, asked = sum(scores["right"].values()), sum(scores["questions"].values())
    st.subheader(
        _(
            "{right} of {asked} analogies right ({share}); cosines follow our judgement with ρ = {spearman}",
            right=number(right),
            asked=number(asked),
            share=percent(right / asked, 0),
            spearman=number(scores["spearman"], places=2),
        ),
        anchor=False,
    )
    names = kind_names()
    st.plotly_chart(
        kind_bars(
            [names[kind] for kind in ANALOGY_KINDS],
            [scores["right"][kind] for kind in ANALOGY_KINDS],
            [scores["questions"][kind] for kind in ANALOGY_KINDS],
            chart_style(),
            share=_("Right answers"),
        ),
        key="static_kinds",
        config=picture_options("analogies"),
        alt=_("Bars: the share of right answers of each kind of analogy"),
    )
    st.markdown(
        _(
            "**How to read this.** Twelve analogies of each kind were written before there were any vectors. "
            "The answer is the nearest of all {words} words, the three of the question left out (Mikolov et "
            "al., 2013): chance is next to nothing. Among the first five answers is the expected word {five} "
            "times; with the words of the question allowed as answers only {free} are right. ρ is "
            "Spearman's rank correlation over {pairs} pairs.",
            words=number(len(vectors)),
            five=number(scores["among_five"]),
            free=number(scores["with_question_words"]),
            pairs=number(scores["pairs"]),
        )
    )
    opened = st.expander(
        _("All questions"), icon=":material/table:", on_change="rerun", key="static_questions"
    )
    if opened.open:
        rows = _answers(vectors)
        opened.dataframe(
            {
                _("Kind"): [names[question.kind] for question, _answer in rows],
                _("Question"): [f"{q.a} : {q.b} = {q.c} : ?" for q, _answer in rows],
                _("Expected"): [question.d for question, _answer in rows],
                _("Answer"): [f"{'✓' if answer == q.d else '✗'} {answer}" for q, answer in rows],
            },
            hide_index=True,
        )
    draw_about(vectors)
    if save_menu():
        save_as(_("Analogies as CSV"), "analogies.csv", lambda: _csv(vectors))
        save_as(_("Scores as JSON"), "word_vectors.json", json_text(measured(vectors.language)))


def kind_names() -> dict[AnalogyKind, str]:
    """Name the kinds of analogies."""
    return {
        "family": _("Family"),
        "gender": _("Feminine forms"),
        "capital": _("Capitals and countries"),
        "plural": _("Plurals"),
        "form": _("Forms of verbs and adjectives"),
    }


def _answers(vectors: StaticVectors) -> list[tuple[AnalogyQuestion, str]]:
    return [(question, _answer(vectors, question)) for question in analogy_questions(vectors.language)]


def _answer(vectors: StaticVectors, question: AnalogyQuestion) -> str:
    try:
        return word_sum(vectors, question.a, question.b, question.c, top_k=1).near.words[0]
    except InputError:
        return "–"


def _csv(vectors: StaticVectors) -> str:
    rows = [(q.kind, q.a, q.b, q.c, q.d, answer) for q, answer in _answers(vectors)]
    return csv_text(("kind", "a", "b", "c", "expected", "answer"), rows)
