"""Short pairs of sentences: does the model know which second sentence follows?"""

from __future__ import annotations

import streamlit as st

from bertviz_core.charts.about.score_bars import Scores, score_bars
from bertviz_core.results import Evaluation, PairScores, languages_of
from bertviz_core.ui.about.evaluation_files import pairs_csv
from bertviz_core.ui.about.score_view import group_names, offer_files, show_chart, tell_missing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.written_numbers import percent


def draw(evaluation: Evaluation) -> None:
    """Draw the share of pairs that are judged right, beside how sure the model was."""
    scores = evaluation.next_sentence
    if scores is None:
        tell_missing(_("This model has no trained next-sentence head, so it cannot judge pairs."))
        return
    languages = languages_of(scores.items)
    groups = (None, *languages)
    st.subheader(
        _(
            "{share} of {count} pairs are judged right",
            share=percent(scores.accuracy(), 0),
            count=number(len(scores.items)),
        ),
        anchor=False,
    )
    bars = [
        Scores(name=_("Judged right"), values=tuple(scores.accuracy(group) for group in groups)),
        Scores(name=_("How sure it is"), values=tuple(scores.confidence(group) for group in groups)),
    ]
    guessing = Scores(name=_("Guessing"), values=(0.5,) * len(groups))
    figure = score_bars(
        group_names(["all", *languages]), bars, chart_style(), measure=_("Share of pairs"), baseline=guessing
    )
    show_chart(figure, "sentence_pairs", alt=_("Bars: share of pairs judged right, by language"))
    st.markdown(
        _(
            "**How to read this.** Half of the second sentences follow their first sentence, half are about "
            "something else. The second bar is the mean probability of the answer that was given: higher "
            "than the first bar, the model is surer than it should be. These pairs are easy, their topics "
            "far apart: how a model judges sentences of the same story says “How far can this probability "
            "be trusted?” on the page *Next sentence*."
        )
    )
    st.caption(
        _(
            "Of those that follow, {follow}% are recognised; of those that do not, {other}%.",
            follow=number(100 * scores.accuracy(is_next=True), places=0),
            other=number(100 * scores.accuracy(is_next=False), places=0),
        )
    )
    _items(scores)
    offer_files(evaluation, "next_sentence", lambda: pairs_csv(scores))


def _items(scores: PairScores) -> None:
    with st.expander(_("The pairs"), icon=":material/list:"):
        wrong = st.toggle(_("Only where the model is wrong"), value=True, key="pairs_wrong")
        items = [item for item in scores.items if not wrong or not item.right]
        columns = {
            _("Language"): group_names(item.language for item in items),
            _("First sentence"): [item.first for item in items],
            _("Second sentence"): [item.second for item in items],
            _("It follows"): [item.is_next for item in items],
            _("Probability that it follows"): [item.probability for item in items],
        }
        st.dataframe(number_table(columns, {_("Probability that it follows"): 4}), hide_index=True)
