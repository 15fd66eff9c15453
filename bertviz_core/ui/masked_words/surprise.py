"""How surprising each word of a sentence is to the model, and which of two sentences surprises it less."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.masked_words.surprise import HEIGHT, colour_reach, surprise_bars
from bertviz_core.errors import BertScopeError
from bertviz_core.results import WithinWords
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_height import let_grow
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.decisions import draw_decisions
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.masked_words.surprise_answers import pseudo_likelihood
from bertviz_core.ui.masked_words.surprise_numbers import Scored, bits, perplexity, show_numbers, show_verdict
from bertviz_core.ui.masked_words.surprise_second import ask_second, offer_pairs
from bertviz_core.ui.masked_words.surprise_text import coloured_text, dress_texts, show_coloured, show_legend
from bertviz_core.ui.masked_words.surprise_typed import SERVER, answer_typed
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.rows import option_row
from bertviz_core.ui.views import GAP

if TYPE_CHECKING:
    from bertviz_core import BertEngine

REST, MOST_GROWTH = 440, 2
"""Pixels of a window's height that everything but the bars takes; how many times higher they get."""


def draw(engine: BertEngine, text: str) -> None:
    """Colour the sentence, and a second one beside it, by surprise."""
    second_place, pairs_place, options_place = option_row([11, 4, 3])
    with second_place:
        second = ask_second()
    with pairs_place:
        offer_pairs()
    with options_place:
        within_words, in_pieces = _options()
    sentences = []
    for typed in (text, second) if second.strip() else (text,):
        try:
            answer = pseudo_likelihood(engine, typed, within_words=within_words)
        except BertScopeError as error:
            show_error(error)
            continue
        sentences.append(Scored(answer, answer.pieces if in_pieces else answer.words))
    if not sentences:
        return
    style = chart_style()
    with st.container(key=SERVER, gap=GAP):
        with st.container(gap="xxsmall"):
            _draw_texts(sentences, style, mask=engine.info.mask_token or "", in_pieces=in_pieces)
        _draw_bars(sentences, style)
    if not second.strip():
        answer_typed(engine, sentences[0].answer, style, in_pieces=in_pieces)
    _explain()
    show_numbers(sentences, style)


def _options() -> tuple[WithinWords, bool]:
    """Offer what is folded away: pieces, and what is hidden of a word."""
    with st.popover(_("Options"), icon=":material/tune:", width="stretch"):
        in_pieces = st.toggle(
            _("Show pieces of words"),
            value=address.get("units") == "pieces",
            key="surprise_pieces",
            persist_state="session",
        )
        together = st.toggle(
            _("Hide the later pieces of a word too"),
            value=address.get("within") == "left_to_right",
            key="surprise_within",
            help=_(
                "The pieces of a rare word give each other away, so that it seems too probable. This option "
                "hides with each piece those to its right in the same word (Kauf & Ivanova 2023)."
            ),
            persist_state="session",
        )
    address.put("units", "pieces" if in_pieces else "", usual="")
    address.put("within", "left_to_right" if together else "", usual="")
    return ("left_to_right" if together else "original"), in_pieces


def _draw_texts(sentences: list[Scored], style: ChartStyle, *, mask: str, in_pieces: bool) -> None:
    """Draw the coloured sentences with their totals, all on one scale, and compare them."""
    reach = colour_reach(word for sentence in sentences for word in sentence.words)
    dress_texts(style)
    for sentence in sentences:
        answer = sentence.answer
        text_place, numbers_place = st.columns([5, 3], vertical_alignment="center")
        with text_place:
            html = coloured_text(answer, sentence.words, style, reach=reach, mask=mask)
            show_coloured(html, pieces=in_pieces, hint=sentence is sentences[-1])
        with numbers_place:
            st.markdown(
                _(
                    "**{total} bits** in all, **{mean}** a token ({count}), perplexity **{perplexity}**",
                    total=bits(answer.total),
                    mean=bits(answer.per_token, places=2),
                    count=number(int(answer.scored.sum())),
                    perplexity=perplexity(answer),
                )
            )
            if sentence is sentences[-1]:
                show_legend(style, reach=reach)
        draw_decisions(answer.notes)
    if len(sentences) == 2:
        show_verdict(*(sentence.answer for sentence in sentences))


def _draw_bars(sentences: list[Scored], style: ChartStyle) -> None:
    """Draw a bar for every word, of two sentences side by side with one axis."""
    keys = [f"surprise_bars_{order}" for order in range(len(sentences))]
    let_grow(*keys, least=HEIGHT, most=MOST_GROWTH * HEIGHT, other=REST)
    for order, (place, key) in enumerate(zip(st.columns(len(sentences)), keys, strict=True)):
        other = sentences[1 - order].words if len(sentences) == 2 else ()
        figure = surprise_bars(sentences[order].words, style, beside=other, title=_("Surprise in bits"))
        with place.container(key=key):
            st.plotly_chart(
                figure,
                height="stretch",
                key=f"{key}_chart",
                config=picture_options("surprise"),
                alt=_("Bar chart of the surprise of each word, in reading order"),
            )


def _explain() -> None:
    st.markdown(
        _(
            "**How to read this.** Each token in turn is hidden, and the model guesses it from all the "
            "others. Surprise is −log₂ of the probability of what stands there: 1 bit for 1/2, 10 bits for "
            "about 1/1000; a word is the sum of its pieces. The sum over the text is its "
            "pseudo-log-likelihood (Salazar et al. 2020, *Masked Language Model Scoring*), not the "
            "probability of the sentence: each token is guessed knowing what follows. A perplexity of 20 is "
            "as hard as guessing among 20 equal choices. Special tokens, blanks and "
            "words that the vocabulary does not know have no score."
        )
    )
