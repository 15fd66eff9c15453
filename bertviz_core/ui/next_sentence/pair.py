"""Does the second sentence follow the first?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.chart_style import MORE
from bertviz_core.charts.next_sentence.pair import next_bars
from bertviz_core.components.typed_answers import typed_answers
from bertviz_core.results import NextSentence
from bertviz_core.ui.answers_while_typing import answers_while_typing, chart_signs, offer_answers_while_typing
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.class_view import offer_question
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _
from bertviz_core.ui.next_sentence.pair_files import next_sentence_csv, next_sentence_json
from bertviz_core.ui.next_sentence.pair_input import FIRST, SECOND, ask_pair
from bertviz_core.ui.next_sentence.pair_reliability import show_reliability
from bertviz_core.ui.notices import encoding_notices
from bertviz_core.ui.open_in import offer_pages
from bertviz_core.ui.text import literal
from bertviz_core.ui.views import GAP
from bertviz_core.ui.visit_sentence import NEXT
from bertviz_core.ui.written_numbers import probability_text

if TYPE_CHECKING:
    from bertviz_core import BertEngine

_SERVER = "next_of_the_server"
UNDECIDED = 0.1
"""So near to one half a probability decides nothing."""


def draw(engine: BertEngine) -> None:
    """Say how sure the model is that B follows A, and how far to believe it."""
    pair = ask_pair()
    if pair is None:
        return
    first, second = pair
    answer, swapped = engine.next_sentence(first, second), engine.next_sentence(second, first)
    follows, other = _("B follows A"), _("B does not follow A")
    told = [(follows, answer.is_next), (other, 1 - answer.is_next)]
    offer_question("next", f"A: {first}\nB: {second}", options=(follows, other), model=told)
    encoding_notices(answer.encoding)
    with st.container(key=_SERVER, gap=GAP):
        st.subheader(_verdict(answer, engine.info.name), anchor=False)
        _draw_bars(answer)
        st.caption(
            _("Swapped, A after B: probability {probability}.", probability=probability_text(swapped.is_next))
        )
    if answers_while_typing(engine):
        _answer_typed(engine, answer)
    st.markdown(
        _(
            "**How to read this.** The model reads both sentences at once, and a small classifier on the "
            "vector of {cls} says whether B was the next sentence: Devlin et al. (2019), section 3.1. In the "
            "paper half of the training pairs were neighbours, half had a sentence from elsewhere.",
            cls=literal(answer.encoding.tokens[0]),
        )
    )
    if save_menu():
        save_as(_("Answer as CSV"), "next_sentence.csv", next_sentence_csv(answer, swapped))
        save_as(_("Answer as JSON"), "next_sentence.json", next_sentence_json(answer, swapped))
    offer_pages(NEXT, first, second)
    show_reliability(engine)


def _draw_bars(answer: NextSentence) -> None:
    words = {"is_next": _("B follows A"), "axis": _("Probability")}
    figure = next_bars(answer, chart_style(), words=words)
    st.plotly_chart(
        figure,
        key="next_bars",
        config=picture_options("next_sentence"),
        alt=_("Bar of the probability that B follows A"),
    )


def _answer_typed(engine: BertEngine, answer: NextSentence) -> None:
    """Let the browser answer what is typed meanwhile."""
    offer_answers_while_typing(engine, fields=(FIRST, SECOND), wanted={"next": True})
    words = {
        **_verdicts(model=engine.info.name, probability="{probability}"),
        "isNext": _("B follows A"),
        "axis": _("Probability"),
    }
    picture = {"words": words, "undecided": UNDECIDED, **chart_signs(MORE)}
    encoding = answer.encoding
    typed_answers(
        "pair", picture, text=encoding.text, pair=encoding.pair, server=_SERVER, key="typed_next_sentence"
    )


def _verdict(answer: NextSentence, model: str) -> str:
    """Say the answer in words."""
    said = _verdicts(model=literal(model), probability=probability_text(answer.is_next))
    if abs(answer.is_next - 0.5) < UNDECIDED:
        return said["undecided"]
    return said["follows" if answer.is_next > 0.5 else "not"]


def _verdicts(**fields: str) -> dict[str, str]:
    return {
        "undecided": _("{model} cannot decide whether B follows A: probability {probability}", **fields),
        "follows": _("{model} says that B follows A: probability {probability}", **fields),
        "not": _("{model} says that B does not follow A: probability {probability} that it does", **fields),
    }
