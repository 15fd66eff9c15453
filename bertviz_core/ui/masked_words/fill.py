"""What the model puts in each blank: ranked words with their probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.ui.address import address
from bertviz_core.ui.answers import masked_words
from bertviz_core.ui.downloads import download_button
from bertviz_core.ui.i18n import _
from bertviz_core.ui.mask_panel import draw_blanks, picture_of_blanks
from bertviz_core.ui.masked_words.fill_files import masked_words_csv, masked_words_json
from bertviz_core.ui.masked_words.question import ask_blanks

if TYPE_CHECKING:
    from bertviz_core import BertEngine

TOP_K_CHOICES, TOP_K = (5, 10, 20), 10


def draw(engine: BertEngine, text: str) -> None:
    """Draw one ranked bar chart for every blank."""
    question = ask_blanks(engine, text)
    if question is None:
        return
    named = address.number("top_k")
    top_k = st.segmented_control(
        _("Words to show"),
        TOP_K_CHOICES,
        default=named if named in TOP_K_CHOICES else TOP_K,
        key="top_k",
        required=True,
        persist_state="session",
    )
    address.put("top_k", str(top_k), usual=str(TOP_K))
    result = masked_words(engine, question.text, top_k=top_k or TOP_K, originals=question.originals)
    draw_blanks(result, question.originals, vocabulary=engine.info.vocab_size)
    st.markdown(
        _(
            "**How to read this.** Each bar is the probability of one entry of the vocabulary in that blank; "
            "over the whole vocabulary they add up to 1. With several blanks, each is answered "
            "while all of them are hidden."
        )
    )
    with st.container(horizontal=True):
        download_button(_("Answers as CSV"), "masked_words.csv", masked_words_csv(result))
        download_button(_("Answers as JSON"), "masked_words.json", masked_words_json(result))
        picture = picture_of_blanks(result, question.originals)
        download_button(_("Charts as SVG"), "masked_words.svg", picture)
