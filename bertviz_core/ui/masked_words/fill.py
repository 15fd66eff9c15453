"""What the model puts in each blank: ranked words with their probabilities, and the visitor's own words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.components.typed_answers import typed_answers
from bertviz_core.ui.address import address
from bertviz_core.ui.answers import masked_words
from bertviz_core.ui.answers_while_typing import answers_while_typing, offer_answers_while_typing
from bertviz_core.ui.blank_reading import ENDING_PARAMETER, blank_reading, reads_literally
from bertviz_core.ui.class_view import offer_question
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _
from bertviz_core.ui.lesson_offer import save_lesson
from bertviz_core.ui.mask_panel import draw_blanks, first_answers, picture_of_blanks
from bertviz_core.ui.masked_words import fill_joint
from bertviz_core.ui.masked_words.fill_candidates import (
    ask_words,
    draw_scores,
    lengths_note,
    score_words,
    words_parameter,
)
from bertviz_core.ui.masked_words.fill_files import checked_words_csv, masked_words_csv, masked_words_json
from bertviz_core.ui.masked_words.fill_typed import blanks_picture, how_to_read
from bertviz_core.ui.masked_words.fill_words import CHECK_PARAMETER
from bertviz_core.ui.masked_words.question import NOTICES, BlankQuestion, ask_blanks
from bertviz_core.ui.masked_words.word_chips import CHIPS
from bertviz_core.ui.notices import NO_BLANK
from bertviz_core.ui.rows import option_row
from bertviz_core.ui.views import GAP

if TYPE_CHECKING:
    from bertviz_core import BertEngine
    from bertviz_core.results import MaskedWords

TOP_K_CHOICES, TOP_K = (5, 10, 20), 10
TOGETHER_PARAMETER = "together"
PARAMETERS = ("top_k", TOGETHER_PARAMETER, *fill_joint.PARAMETERS, ENDING_PARAMETER)
"""What the view alone has in the address."""
FIELD = "masked_text"
"""Session key of the field of the page."""
_SERVER = "blanks_of_the_server"


def typed_texts() -> dict[str, str]:
    """Return what the visitor typed here, for a link."""
    return {CHECK_PARAMETER: words_parameter()}


def draw(engine: BertEngine, text: str) -> None:
    """Draw one ranked bar chart for every blank, or the fillings of all blanks together."""
    chips_place, options_place = option_row([12, 9])
    question = ask_blanks(engine, text, chips_place)
    if question is None:  # the first blank may be on its way
        _answer_typed(engine, blank_reading(engine, text).encoding.text, _usual_length(), server=NO_BLANK)
        return
    with options_place.container(horizontal=True, vertical_alignment="center"):
        first, second, third = st.container(width="content"), st.container(), st.container(width="content")
    # The switch stands last in a row that it changes: a click there moves nothing under the mouse.
    if question.text.count(engine.info.mask_token or "") > 1:
        with third:
            together = _choose_together()
        if together:
            fill_joint.draw(engine, question, first)
            return
    with first:
        top_k = _choose_length()
    with second:
        words = ask_words()
    scores = score_words(engine, question.text, words)
    result = masked_words(engine, question.text, top_k=top_k, originals=question.originals)
    result = replace(result, notes=question.notes)
    if len(result.masks) == 1:
        ranked = [(word.token, word.probability) for word in result.masks[0].predictions]
        offer_question("word", question.text, model=ranked)
    with st.container(key=_SERVER, gap=GAP):
        _draw_answers(engine, question, result, scores)
    if not scores and not any(question.originals):
        _answer_typed(engine, question.whole.text, top_k, server=_SERVER)
    st.markdown(how_to_read())
    _save(engine, question, result, scores, typed=text)


def _usual_length() -> int:
    named = address.number("top_k")
    return named if named in TOP_K_CHOICES else TOP_K


def _choose_length() -> int:
    top_k = st.segmented_control(
        _("Words to show"),
        TOP_K_CHOICES,
        default=_usual_length(),
        key="top_k",
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put("top_k", str(top_k or TOP_K), usual=str(TOP_K))
    return top_k or TOP_K


def _choose_together() -> bool:
    names = {"alone": _("Each alone"), "together": _("Together")}
    chosen = st.segmented_control(
        _("Several blanks"),
        list(names),
        default="together" if address.get(TOGETHER_PARAMETER) == "1" else "alone",
        format_func=names.__getitem__,
        key="blanks_together",
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put(TOGETHER_PARAMETER, "1" if chosen == "together" else "", usual="")
    return chosen == "together"


def _draw_answers(
    engine: BertEngine, question: BlankQuestion, result: MaskedWords, scores: MaskedWords | None
) -> None:
    """Draw the bars, and the visitor's words beside those of one blank or below those of several."""
    vocabulary = engine.info.vocab_size
    st.subheader(first_answers(result.masks), anchor=False)
    if scores is None:
        draw_blanks(result, question.originals, vocabulary=vocabulary)
    elif len(scores.masks) == 1:
        bars_place, scores_place = st.columns([5, 4])
        with bars_place:
            draw_blanks(result, question.originals, vocabulary=vocabulary)
        with scores_place:
            st.markdown(f"**{_('Your words')}**")
            draw_scores(scores.masks[0], 1)
    else:
        masks = scores.masks
        draw_blanks(
            result,
            question.originals,
            vocabulary=vocabulary,
            below=lambda order: draw_scores(masks[order], order + 1),
        )
    if scores and (note := lengths_note(scores)):
        st.caption(note)


def _answer_typed(engine: BertEngine, text: str, top_k: int, *, server: str) -> None:
    """Let the browser answer what is typed meanwhile: blanks that were typed, without the visitor's words."""
    if not answers_while_typing(engine):
        return
    wanted = {"words": TOP_K_CHOICES[-1], "ending": not reads_literally()}
    offer_answers_while_typing(engine, fields=(FIELD,), wanted=wanted)
    picture, about = blanks_picture(top_k), (CHIPS, NOTICES)
    typed_answers("blanks", picture, text=text, server=server, about=about, key="typed_blanks")


def _save(
    engine: BertEngine,
    question: BlankQuestion,
    result: MaskedWords,
    scores: MaskedWords | None,
    *,
    typed: str,
) -> None:
    if save_menu():
        save_as(_("Answers as CSV"), "masked_words.csv", masked_words_csv(result))
        if scores:
            save_as(_("Your words as CSV"), "checked_words.csv", checked_words_csv(scores))
        save_as(_("Answers as JSON"), "masked_words.json", masked_words_json(result, scores))
        picture = picture_of_blanks(result, question.originals)
        save_as(_("Charts as SVG"), "masked_words.svg", picture)
        save_lesson(engine, "masked_words", fields=(FIELD,), texts=(question.text,), typed=(typed,))
