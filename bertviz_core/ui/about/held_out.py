"""Text that the model was not trained on: how much of what is hidden does it restore?"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import streamlit as st

from bertviz_core.charts.about.score_bars import Scores, score_bars
from bertviz_core.locales import LANGUAGES
from bertviz_core.results import Evaluation, HeldOutScores
from bertviz_core.ui.about.evaluation_files import held_out_csv
from bertviz_core.ui.about.score_view import offer_files, show_chart, tell_missing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.written_numbers import percent


def draw(evaluation: Evaluation) -> None:
    """Draw the shares of hidden tokens and words that are restored."""
    scores = evaluation.held_out
    if not scores:
        _tell_why(evaluation)
        return
    st.subheader(_in_one_sentence(scores), anchor=False)
    bars = [
        Scores(name=_("Single tokens"), values=tuple(score.accuracy for score in scores)),
        Scores(name=_("Whole words"), values=tuple(score.word_accuracy for score in scores)),
        Scores(
            name=_("Words of several pieces"), values=tuple(score.split_word_accuracy for score in scores)
        ),
    ]
    names = [_name(score.file) for score in scores]
    figure = score_bars(names, bars, chart_style(), measure=_("Restored"))
    show_chart(figure, "held_out", alt=_("Bars: share of hidden tokens and words restored, by file"))
    st.markdown(
        _(
            "**How to read this.** Of each paragraph 15% of the tokens, or of the words with all their "
            "pieces, are hidden. A bar says how many are the model's first answer; a word counts when all of "
            "its pieces are right at once. Single tokens and perplexity depend on the vocabulary: models "
            "with different ones are better compared by whole words."
        )
    )
    with st.expander(_("The files"), icon=":material/list:", expanded=False):
        st.dataframe(
            {
                _("File"): [score.file for score in scores],
                _("Paragraphs"): [score.paragraphs for score in scores],
                _("Hidden tokens"): [score.tokens for score in scores],
                _("Perplexity"): [number(score.perplexity, places=1) for score in scores],
                _("Hidden words"): [score.words for score in scores],
                _("Next paragraph judged right"): [
                    "–" if score.next_sentence is None else number(score.next_sentence, places=4)
                    for score in scores
                ],
            },
            hide_index=True,
        )
    offer_files(evaluation, "held_out", lambda: held_out_csv(scores))


def _in_one_sentence(scores: Sequence[HeldOutScores]) -> str:
    """Say what is restored of all files together."""
    tokens, words = sum(score.tokens for score in scores), sum(score.words for score in scores)
    return _(
        "In text that it never saw, the model restores {tokens} of hidden tokens and {words} of whole words",
        tokens=percent(sum(score.accuracy * score.tokens for score in scores) / max(tokens, 1), 0),
        words=percent(sum(score.word_accuracy * score.words for score in scores) / max(words, 1), 0),
    )


def _tell_why(evaluation: Evaluation) -> None:
    if evaluation.cloze is None:
        tell_missing(_("This model has no trained masked-word head, so it cannot restore hidden words."))
        return
    tell_missing(_("No held-out text comes with the app. Measure on your own, a paragraph a line:"))
    command = f"python -m bertviz_core evaluate --model {shlex.quote(evaluation.model)} --heldout FILE"
    st.code(command, language=None, wrap_lines=True)


def _name(file: str) -> str:
    """Return the language of a file that is named after one, else its name."""
    code = file.removeprefix("heldout_").partition(".")[0]
    return LANGUAGES.get(code, file)
