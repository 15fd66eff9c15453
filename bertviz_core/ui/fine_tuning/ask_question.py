"""A question about a text: the part of it that answers, and the next best ones."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.chart_style import MORE, readable_ink
from bertviz_core.charts.fine_tuning.ask import choice_bars
from bertviz_core.charts.fine_tuning.ask_question_labels import answer_labels, short_answer
from bertviz_core.results import AnsweredQuestion
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.fine_tuning.ask_examples import (
    fields_of_example,
    held_out,
    offer_examples,
    same_example,
)
from bertviz_core.ui.fine_tuning.ask_files import answers_csv, answers_json
from bertviz_core.ui.fine_tuning.ask_model import run_of, save_asked_model
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.run_parameters import RUN_PARAMETER
from bertviz_core.ui.text import literal
from bertviz_core.ui.text_key import text_key
from bertviz_core.ui.written_numbers import probability_text

if TYPE_CHECKING:
    from bertviz_core import BertEngine

SHOWN = 5
_STYLE = f"""<style>
.st-key-ask_answer .stColumn {{min-width: min(100%, 300px)}}
.answered {{line-height: 1.8; max-height: calc(8 * 1.8em); overflow-y: auto; white-space: pre-wrap;
  overflow-wrap: anywhere}}
.answered mark {{background: {MORE}; color: {readable_ink(MORE)}; padding: 0.1rem 0.3rem;
  border-radius: 0.25rem}}
</style>"""


def ask_question(engine: BertEngine) -> None:
    """Draw the fields, the text with its answer marked, and bars of the best answers."""
    examples = held_out(run_of(engine))
    name = f"ask_{text_key(engine.info.id)}"
    fields = {"question": f"{name}_question", "text": f"{name}_context"}
    fields_of_example(fields, examples, ("", ""))
    place, menu_place = st.columns([15, 6], vertical_alignment="bottom")
    question = place.text_input(_("Question"), key=fields["question"], persist_state="session") or ""
    context = (
        st.text_area(_("Text with the answer"), key=fields["text"], height=96, persist_state="session") or ""
    )
    with menu_place:
        offer_examples(tuple(fields.values()), examples)
    link_popover({"question": question, "text": context}, of_runs=(RUN_PARAMETER,))
    if not question.strip() or not context.strip():
        st.info(_("Write a question, and a text that holds the answer."), icon=":material/info:")
        return
    answer = engine.answer(question, context, top_k=SHOWN)
    best = answer.answers[0]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        title = f"{literal(short_answer(best.text, 120))} ({probability_text(best.probability)})"
        st.subheader(title, anchor=False, width="content")
        if example := same_example((question, context), examples):
            right = literal(short_answer(example.right, 120))
            st.caption(_("Held-out example, right answer: {answer}", answer=right), width="content")
    _draw(answer)
    st.markdown(
        _(
            "**How to read this.** The model scores each token as the beginning and as the end of the "
            "answer; the probability of a part of the text is among all parts of up to 30 tokens. It always "
            "names one: that the text holds no answer is not foreseen."
        )
    )
    if answer.windows > 1:
        st.caption(
            _(
                "The text is longer than the model reads at once: it was read in {count} parts.",
                count=number(answer.windows),
            )
        )
    if save_menu():
        save_as(_("Answers as CSV"), "answers.csv", answers_csv(answer))
        save_as(_("Answers as JSON"), "answers.json", answers_json(answer))
        save_asked_model(engine, (question, context))


def _draw(answer: AnsweredQuestion) -> None:
    st.html(_STYLE)
    with st.container(key="ask_answer"):
        text_place, bars_place = st.columns(2, gap="medium")
    best, text = answer.answers[0], answer.context
    with text_place:
        before, marked, after = (
            escape(part) for part in (text[: best.start], text[best.start : best.end], text[best.end :])
        )
        st.html(f'<div class="answered">{before}<mark>{marked}</mark>{after}</div>')
    with bars_place:
        st.plotly_chart(
            choice_bars(
                [span.text for span in answer.answers],
                [span.probability for span in answer.answers],
                chart_style(),
                axis=_("Probability"),
                labels=answer_labels(answer),
            ),
            key="ask_answers",
            config=picture_options("answers"),
            alt=_("Bar chart of the most probable answers"),
        )
