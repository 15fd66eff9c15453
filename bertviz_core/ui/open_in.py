"""The way of a sentence from page to page: a row of pages to open it in, and a button that brings it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

import streamlit as st

from bertviz_core.ui.address import carry_address
from bertviz_core.ui.i18n import LANGUAGE_KEY, _
from bertviz_core.ui.models import MODEL_KEY
from bertviz_core.ui.text import literal
from bertviz_core.ui.views import ask_for_view
from bertviz_core.ui.visit_sentence import (
    ATTENTION,
    HISTORY,
    INSIDE,
    MASKED,
    NEXT,
    PATH,
    PRETRAINING,
    VisitSentence,
    can_open,
    hidden_in,
    hold,
    place,
    visit_sentence,
)

SHOWN_LETTERS = 60
_OPENING = "page_to_open"


@dataclass(frozen=True, slots=True)
class _Page:
    file: str
    name: Callable[[], str]
    icon: str
    view: tuple[str, str] | None = None
    """Name of the page in `ask_for_view`, and the view that asks for a sentence."""


_PAGES = {
    ATTENTION: _Page("attention.py", lambda: _("Attention"), ":material/grid_on:"),
    MASKED: _Page("masked_words.py", lambda: _("Masked words"), ":material/edit_note:"),
    NEXT: _Page(
        "next_sentence.py", lambda: _("Next sentence"), ":material/short_text:", ("next_sentence", "pair")
    ),
    PATH: _Page("words.py", lambda: _("Words in context"), ":material/scatter_plot:", ("words", "path")),
    INSIDE: _Page("inside.py", lambda: _("Inside BERT"), ":material/layers:"),
    PRETRAINING: _Page("pretraining.py", lambda: _("Pretraining"), ":material/model_training:"),
    HISTORY: _Page(
        "history.py", lambda: _("From word2vec to BERT"), ":material/timeline:", ("history", "order")
    ),
}
"""By their fields."""


def offer_pages(field: str, text: str, second: str = "") -> None:
    """Offer to open a sentence in the other pages where it makes sense; one click goes there.

    Args:
        field: The field that shows it.
        text: The sentence.
        second: The one after it.
    """
    if not text.strip():
        return
    sentence = VisitSentence(text=text, second=second, hidden=hidden_in(text) if field == MASKED else ())
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="open_in"):
        st.caption(_("Open in"), width="content")
        for other, page in _PAGES.items():
            if other != field and can_open(other, sentence):
                st.button(
                    page.name(),
                    key=f"open_in_{other}",
                    icon=page.icon,
                    type="tertiary",
                    on_click=_open,
                    args=(other, sentence),
                )


def offer_sentence(field: str) -> None:
    """Offer the sentence of the visit for a field that shows another text; one click puts it in."""
    sentence = visit_sentence()
    if not sentence or sentence.text == st.session_state.get(field) or not can_open(field, sentence):
        return
    shown = " ".join(sentence.text.split())
    if len(shown) > SHOWN_LETTERS:
        shown = f"{shown[:SHOWN_LETTERS]} …"
    st.button(
        _("Your sentence: {sentence}", sentence=literal(shown)),
        key="your_sentence",
        icon=":material/subdirectory_arrow_left:",
        type="tertiary",
        on_click=place,
        args=(field, sentence),
    )


def follow_opening() -> None:
    """Go to the page that was clicked: when the sidebar is drawn, whose choices would be lost otherwise."""
    if file := st.session_state.pop(_OPENING, None):
        go_to(file)


def go_to(file: str) -> NoReturn:
    """Go to another page; what the sidebar chooses goes along.

    Args:
        file: Of the page, below `pages`.
    """
    carry_address(LANGUAGE_KEY, MODEL_KEY)
    st.switch_page(file)


def _open(field: str, sentence: VisitSentence) -> None:
    page = _PAGES[field]
    hold(sentence)
    place(field, sentence)
    if page.view:
        ask_for_view(*page.view)
    st.session_state[_OPENING] = page.file
