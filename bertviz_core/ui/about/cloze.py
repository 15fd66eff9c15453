"""Blanks that a person would fill in one way or another, and what the model puts there."""

from __future__ import annotations

import streamlit as st

from bertviz_core.charts.about.score_bars import Scores, score_bars
from bertviz_core.results import ClozeItem, ClozeScores, Evaluation, languages_of
from bertviz_core.ui.about.evaluation_files import cloze_csv
from bertviz_core.ui.about.score_view import group_names, offer_files, show_chart, tell_missing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.written_numbers import percent

TOPS = (1, 5, 10)
SHOWN = 5


def draw(evaluation: Evaluation) -> None:
    """Draw the share of blanks with an accepted word among the first answers."""
    scores = evaluation.cloze
    if scores is None:
        tell_missing(_("This model has no trained masked-word head, so it fills no blanks."))
        return
    languages = languages_of(scores.items)
    st.subheader(
        _(
            "In {share} of {count} blanks the first answer is one a person would accept",
            share=percent(scores.share(1), 0),
            count=number(len(scores.items)),
        ),
        anchor=False,
    )
    bars = [
        Scores(
            name=_("Among the first {count}", count=top) if top > 1 else _("First answer"),
            values=tuple(scores.share(top, language) for language in (None, *languages)),
        )
        for top in TOPS
    ]
    figure = score_bars(group_names(["all", *languages]), bars, chart_style(), measure=_("Share of blanks"))
    show_chart(figure, "cloze", alt=_("Bars: share of blanks with an accepted word, by language"))
    st.markdown(
        _(
            "**How to read this.** For each sentence several words were accepted before any model saw it. A "
            "bar says in how many sentences one of them is the model's first answer, or among the first "
            "five or ten. The list of accepted words is not complete, so some failures are good answers."
        )
    )
    _items(scores)
    offer_files(evaluation, "cloze", lambda: cloze_csv(scores))


def _items(scores: ClozeScores) -> None:
    with st.expander(_("The sentences"), icon=":material/list:"):
        failing = st.toggle(_("Only where the first answer is not accepted"), value=True, key="cloze_failing")
        items = [item for item in scores.items if not failing or item.rank != 1]
        st.dataframe(
            {
                _("Language"): group_names(item.language for item in items),
                _("Sentence"): [item.sentence for item in items],
                _("First answers"): [", ".join(item.answers[:SHOWN]) for item in items],
                _("Accepted"): [", ".join(item.accepted) for item in items],
                _("Best rank"): [_rank(item) for item in items],
            },
            hide_index=True,
        )
        if any(item.rank is None for item in items):
            st.caption(
                _(
                    "Without a rank: the vocabulary has none of the accepted words in one piece, so the "
                    "model cannot be right."
                )
            )


def _rank(item: ClozeItem) -> str:
    return "–" if item.rank is None else number(item.rank)
