"""Several blanks filled together: the best filling in its sentence, and those that come after it."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bertviz_core.charts.masked_words.fill_joint import joint_bars
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _
from bertviz_core.ui.masked_words.fill_answers import joint_fillings
from bertviz_core.ui.masked_words.fill_joint_files import joint_csv, joint_json, whole_text
from bertviz_core.ui.masked_words.question import BlankQuestion
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import small_number

if TYPE_CHECKING:
    from bertviz_core import BertEngine
    from bertviz_core.results import JointFilling, JointFillings

BEAMS_CHOICES, BEAMS = (1, 5, 10, 20), 5
PARAMETERS = ("beams",)
ROW_HEIGHT = 30


def draw(engine: BertEngine, question: BlankQuestion, controls: DeltaGenerator) -> None:
    """Draw the fillings of all blanks of a question.

    Args:
        engine: The model.
        question: A text with several blanks.
        controls: Where the choices stand.
    """
    with controls:
        beams = _choose_beams()
    with st.spinner(_("Filling the blanks…")):
        answer = replace(joint_fillings(engine, question.text, beams=beams), notes=question.notes)
    best = answer.fillings[0]
    st.html(_sentence(best))
    st.markdown(_best_line(best))
    st.caption(_alone_line(best, answer.alone))
    picture, table = st.columns([5, 7])
    with picture:
        st.plotly_chart(
            joint_bars(answer, chart_style(), axis_title=_("Joint probability")),
            key="joint_bars",
            config=picture_options("joint_fillings"),
            alt=_("Bar chart of the most probable fillings of all blanks"),
        )
    with table:
        _table(answer)
    st.markdown(
        _(
            "**How to read this.** The blanks are filled from left to right: the first while all others are "
            "hidden, each next one with the words before it filled in. A filling's number is the product of "
            "those probabilities. After each blank only the best beginnings are kept, so a better "
            "filling that begins improbably can be missed. BERT was not trained to write in this order: "
            "another order of the blanks would give other numbers."
        )
    )
    if save_menu():
        save_as(_("Fillings as CSV"), "joint_fillings.csv", joint_csv(answer))
        save_as(_("Fillings as JSON"), "joint_fillings.json", joint_json(answer))


def _choose_beams() -> int:
    named = address.number("beams")
    beams = st.segmented_control(
        _("Beginnings kept"),
        BEAMS_CHOICES,
        default=named if named in BEAMS_CHOICES else BEAMS,
        key="joint_beams",
        required=True,
        label_visibility="collapsed",
        persist_state="session",
        help=_("The width of the beam: how many beginnings are followed after each blank."),
    )
    address.put("beams", str(beams or BEAMS), usual=str(BEAMS))
    return beams or BEAMS


def _sentence(filling: JointFilling) -> str:
    """Write a filled-in text with its new words marked, as HTML."""
    written, done = "", 0
    for _sequence, start, end in filling.spans:
        written += f"{escape(filling.text[done:start])}<u><b>{escape(filling.text[start:end])}</b></u>"
        done = end
    written += escape(filling.text[done:])
    return f'<p style="font-size: 1.3rem; margin: 0; white-space: pre-wrap">{written}</p>'


def _best_line(filling: JointFilling) -> str:
    steps = zip(filling.words, filling.step_probabilities, strict=True)
    product = " × ".join(f"{literal(word)} {small_number(value)}" for word, value in steps)
    return _(
        "The best filling together: **{probability}** = {product}",
        probability=small_number(filling.probability),
        product=product,
    )


def _alone_line(best: JointFilling, alone: JointFilling) -> str:
    """Say what the first words of each blank alone would make, counted in the same way."""
    if alone.token_ids == best.token_ids:
        return _("The first words of each blank alone are the same.")
    return _(
        "The first words of each blank alone would make “{text}”, worth {probability} in this count.",
        text=literal(whole_text(alone)),
        probability=small_number(alone.probability),
    )


def _table(answer: JointFillings) -> None:
    frame = pd.DataFrame(
        {
            "text": [whole_text(filling) for filling in answer.fillings],
            "probability": [filling.probability for filling in answer.fillings],
            "steps": [
                " × ".join(small_number(value) for value in filling.step_probabilities)
                for filling in answer.fillings
            ],
        }
    )
    st.dataframe(
        frame.style.format(small_number, subset=["probability"]),
        column_config={
            "text": st.column_config.TextColumn(_("Filled in"), width="medium"),
            "probability": st.column_config.NumberColumn(_("Product")),
            "steps": st.column_config.TextColumn(_("Word by word")),
        },
        hide_index=True,
        height=ROW_HEIGHT * (len(frame) + 1) + 8,
        row_height=ROW_HEIGHT,
        key="joint_table",
        alt=_("Table of the fillings of all blanks"),
    )
