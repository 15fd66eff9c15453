"""Two words of the text change places, with and without positions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.inside.positions_swap import (
    MOST_WORDS,
    SwapWords,
    swap_bars,
    swap_lines,
    word_label,
)
from bertviz_core.results import Encoding, SwappedWords
from bertviz_core.ui.address import address
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.inside.positions_files import swap_csv, swap_json
from bertviz_core.ui.notices import encoding_notices
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.text import literal
from bertviz_core.ui.text_key import address_counts, encoding_key
from bertviz_core.ui.word_choices import WordChoice, word_choices
from bertviz_core.ui.written_numbers import small_number

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from bertviz_core import BertEngine

FIRST_PARAMETER, SECOND_PARAMETER = "first", "second"
EQUAL = 1e-5
_SPACED = re.compile(r" (?=[.,;:!?…)»”])|(?<=[¿¡(«“]) ")
"""A smaller difference is the rounding of sums in another order."""

_STYLE = "<style>.st-key-positions_swap .stColumn {min-width: min(100%, 300px)}</style>"


def draw_swap(engine: BertEngine, text: str, pair: str | None, places: Sequence[DeltaGenerator]) -> None:
    """Draw how far each word's vector is from itself when two words have changed places."""
    encoding = engine.encode(text, pair)
    words = [word for word in word_choices(encoding) if encoding.sequence_ids[word.tokens[0]] == 0]
    if len({word.text for word in words}) < 2:
        st.info(_("Write a sentence of at least two different words: two of them change places."))
        return
    first, second = _choose(encoding, words, places)
    if first == second:
        st.info(_("Choose two different words: they change places."))
        return
    answer = _swapped(engine, model_key(engine), (text, pair), first, second)
    st.subheader(_said(answer), anchor=False)
    st.caption(_orders(answer))
    _draw_pictures(answer)
    st.markdown(
        _(
            "**How to read this.** The text is read in both orders, and each word's last vector is compared "
            "with its own in the other order: a bar is 1 − cosine, 0 for the same direction. Without "
            "positions (their embeddings replaced by zeros) each word gets the same vector in both orders, "
            "since attention sums over a set of tokens. Only the embeddings of positions tell the model who "
            "does what to whom (Vaswani et al., 2017, section 3.5)."
        )
    )
    encoding_notices(encoding)
    _offer_numbers(answer)


def usual_words(words: Sequence[WordChoice]) -> tuple[WordChoice, WordChoice]:
    """Return two words of different spelling to begin with: capitalised ones, or else the first and last."""
    names = [word for word in words if word.text[:1].isupper()]
    longer = [word for word in words if len(word.text) > 3 and word.text.isalpha()]
    spoken = [word for word in words if any(map(str.isalnum, word.text))]
    for group in (names, longer, spoken, list(words)):
        others = [word for word in group if word.text != group[0].text]
        if others:
            return group[0], others[-1]
    return words[0], words[-1]


def _choose(
    encoding: Encoding, words: Sequence[WordChoice], places: Sequence[DeltaGenerator]
) -> tuple[int, int]:
    """Ask for two words; return the first token of each."""
    key = encoding_key(encoding)
    counts = address_counts("positions_swap", key)
    codes = {word.code: word for word in words}
    chosen: list[int] = []
    asked = ((FIRST_PARAMETER, _("Swap")), (SECOND_PARAMETER, _("with")))
    for place, usual, (parameter, label) in zip(places, usual_words(words), asked, strict=True):
        named = address.number(parameter) if counts else None
        code = place.selectbox(
            label,
            list(codes),
            index=list(codes).index(named if named in codes else usual.code),
            format_func=lambda code: codes[code].label,
            key=f"positions_{parameter}_{key}",
            persist_state="session",
        )
        address.put(parameter, str(code))
        chosen.append(code)
    return chosen[0], chosen[1]


def _said(answer: SwappedWords) -> str:
    """Say what becomes of both words, in Markdown."""
    cosines = answer.with_positions[-1]
    one, other = (literal(word_label(answer, word)) for word in (answer.first, answer.second))
    values = {
        "one": one,
        "other": other,
        "first": number(float(cosines[answer.first]), places=2),
        "second": number(float(cosines[answer.second]), places=2),
    }
    if answer.largest_difference <= EQUAL:
        return _(
            "**Without positions nothing changes.** With them, the cosine is **{first}** for “{one}” and "
            "**{second}** for “{other}”.",
            **values,
        )
    return _(
        "With positions, the cosine is **{first}** for “{one}” and **{second}** for “{other}”.", **values
    )


def _orders(answer: SwappedWords) -> str:
    """Write both orders, and how little differs without positions."""
    labels = [word_label(answer, word) for word in range(len(answer.words))]
    shown = [word for word in range(len(labels)) if answer.encoding.sequence_ids[answer.words[word][0]] == 0][
        :MOST_WORDS
    ]
    other = dict(zip(range(len(labels)), range(len(labels)), strict=True))
    other[answer.first], other[answer.second] = answer.second, answer.first
    one, two = (
        _SPACED.sub("", " ".join(labels[word] for word in order))
        for order in (shown, [other[word] for word in shown])
    )
    return _(
        "{one} ⇄ {other}. Without positions the largest difference between two numbers is {difference}.",
        one=literal(one),
        other=literal(two.rstrip(".")),
        difference=small_number(answer.largest_difference),
    )


def _draw_pictures(answer: SwappedWords) -> None:
    words = SwapWords(
        with_positions=_("with positions"),
        without_positions=_("without positions"),
        distance=_("1 − cosine, last layer"),
        cosine=_("Cosine"),
        layer=_("Layer"),
    )
    st.html(_STYLE)
    with st.container(key="positions_swap"):
        bars_place, lines_place = st.columns([5, 4], gap="small")
    bars_place.plotly_chart(
        swap_bars(answer, chart_style(), words),
        key="positions_swap_bars",
        config=picture_options("swapped_words"),
        alt=_("Bars: how far each word's vector is from its own in the other order."),
    )
    lines_place.plotly_chart(
        swap_lines(answer, chart_style(), words),
        key="positions_swap_lines",
        config=picture_options("swapped_words_by_layer"),
        alt=_("Lines: the cosines of both swapped words after every layer."),
    )


def _offer_numbers(answer: SwappedWords) -> None:
    with st.expander(_("The numbers")):
        words = range(len(answer.words))
        cosines = {
            _("Cosine with positions"): answer.with_positions[-1],
            _("Cosine without positions"): answer.without_positions[-1],
        }
        columns: dict[str, object] = {
            _("Word"): [word_label(answer, word) for word in words],
            _("Position"): [answer.words[word][0] for word in words],
            _("In the other order"): [answer.moved[word][0] for word in words],
        }
        st.dataframe(number_table(columns | cosines, dict.fromkeys(cosines, 4)), hide_index=True)
    if save_menu():
        save_as(_("All layers as CSV"), "swapped_words.csv", lambda: swap_csv(answer))
        save_as(_("All layers as JSON"), "swapped_words.json", lambda: swap_json(answer))


@st.cache_resource(max_entries=100, show_spinner=False)
def _swapped(
    _engine: BertEngine, model: str, texts: tuple[str, str | None], first: int, second: int
) -> SwappedWords:
    text, pair = texts
    return _engine.swapped_words(text, first, second, pair=pair)
