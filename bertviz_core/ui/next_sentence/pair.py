"""Does the second sentence follow the first?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.next_sentence.pair import next_bars
from bertviz_core.components.typed_answers import typed_answers
from bertviz_core.results import NextSentence
from bertviz_core.ui.answers_while_typing import answers_while_typing, offer_answers_while_typing
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.class_view import offer_question
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _
from bertviz_core.ui.lesson_offer import save_lesson
from bertviz_core.ui.next_sentence.pair_files import next_sentence_csv, next_sentence_json
from bertviz_core.ui.next_sentence.pair_input import FIRST, SECOND, ask_pair
from bertviz_core.ui.next_sentence.pair_reliability import show_reliability
from bertviz_core.ui.next_sentence.pair_typed import UNDECIDED, how_to_read, pair_picture, verdicts
from bertviz_core.ui.notices import encoding_notices
from bertviz_core.ui.open_in import offer_pages
from bertviz_core.ui.text import literal
from bertviz_core.ui.views import GAP
from bertviz_core.ui.visit_sentence import NEXT
from bertviz_core.ui.written_numbers import probability_text

if TYPE_CHECKING:
    from bertviz_core import BertEngine

_SERVER = "next_of_the_server"


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
    st.markdown(how_to_read(literal(answer.encoding.tokens[0])))
    if save_menu():
        save_as(_("Answer as CSV"), "next_sentence.csv", next_sentence_csv(answer, swapped))
        save_as(_("Answer as JSON"), "next_sentence.json", next_sentence_json(answer, swapped))
        save_lesson(engine, "next_sentence", fields=(FIRST, SECOND), texts=(first, second))
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
    encoding = answer.encoding
    typed_answers(
        "pair",
        pair_picture(engine.info.name),
        text=encoding.text,
        pair=encoding.pair,
        server=_SERVER,
        key="typed_next_sentence",
    )


def _verdict(answer: NextSentence, model: str) -> str:
    """Say the answer in words."""
    said = verdicts(model=literal(model), probability=probability_text(answer.is_next))
    if abs(answer.is_next - 0.5) < UNDECIDED:
        return said["undecided"]
    return said["follows" if answer.is_next > 0.5 else "not"]
