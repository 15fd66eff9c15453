"""Held-out questions that were answered wrongly, with the text that held the answer."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from bertviz_core.results import TEST, LearningData, LearningReport, QuestionExample
from bertviz_core.training.answer_scores import exact_match, word_f1
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.written_numbers import percent

MOST_SHOWN = 50
LIST_HEIGHT = 460

_STYLE = """<style>
.answered > div {border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent); padding: .4rem 0}
.answered .said {border-bottom: 3px solid #d55e00}
.answered .right {border-bottom: 3px solid #009e73}
.answered p {margin: .2rem 0; overflow-wrap: anywhere}
</style>"""


def draw_answers(data: LearningData, report: LearningReport) -> None:
    """List the wrong answers, the furthest from a right one first."""
    examples: tuple[QuestionExample, ...] = data.part(TEST)
    wrong = wrong_answers(examples, report)
    exact = report.methods[-1].scores.get("exact_match")
    st.markdown(
        _(
            "**Answers that are not exactly right:** {count} of {all} (exact match {exact})",
            count=number(len(wrong)),
            all=number(len(examples)),
            exact=percent(exact.value) if exact else "—",
        )
    )
    st.caption(
        _(
            "Green: a right answer. Orange: what was said, with its F1 (SQuAD, Rajpurkar et al. 2016): "
            "capitals, punctuation and the articles of the language do not count."
        )
    )
    if wrong:
        with st.container(height=LIST_HEIGHT if len(wrong) > 3 else "content"):
            st.html(_STYLE + answers_html(wrong[:MOST_SHOWN]))


def wrong_answers(
    examples: Sequence[QuestionExample], report: LearningReport
) -> list[tuple[float, QuestionExample, str]]:
    """Return the questions that were not answered exactly with F1 and answer, the lowest F1 first."""
    wrong = []
    for example, said in zip(examples, report.predictions, strict=True):
        right = [answer.text for answer in example.answers]
        if not exact_match(str(said), right, example.language):
            wrong.append((word_f1(str(said), right, example.language), example, str(said)))
    return sorted(wrong, key=lambda one: one[0])


def answers_html(rows: Sequence[tuple[float, QuestionExample, str]]) -> str:
    """Return questions with both answers and their text; text of visitors stays text."""
    return f'<div class="answered">{"".join(_block(*row) for row in rows)}</div>'


def _block(f1: float, example: QuestionExample, said: str) -> str:
    right = " / ".join(dict.fromkeys(answer.text for answer in example.answers))
    return (
        f"<div><b>{escape(example.question)}</b>"
        f'<p><span class="said">{escape(said or "—")}</span> · F1 {escape(percent(f1, 0))} · '
        f'<span class="right">{escape(right)}</span></p><p>{_marked(example, said)}</p></div>'
    )


def _marked(example: QuestionExample, said: str) -> str:
    """Return the context with the answer to learn and, where it stands elsewhere, what was said."""
    context, first = example.context, example.answers[0]
    spans = [(first.start, first.start + len(first.text), "right")]
    place = context.find(said) if said else -1
    if place >= 0 and (place + len(said) <= spans[0][0] or place >= spans[0][1]):
        spans.append((place, place + len(said), "said"))
    html, done = [], 0
    for start, end, kind in sorted(spans):
        html.append(f'{escape(context[done:start])}<span class="{kind}">{escape(context[start:end])}</span>')
        done = end
    return "".join(html) + escape(context[done:])
