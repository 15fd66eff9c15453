"""How a batch is drawn: chosen by the visitor, named in the address, shared by the views of the page."""

from __future__ import annotations

import streamlit as st

from bertviz_core.analysis.pretraining.batch import LEAST_RATE, MOST_RATE
from bertviz_core.results import Encoding, Strategy
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, numbers
from bertviz_core.ui.text_key import address_counts, encoding_key
from bertviz_core.ui.word_choices import WordChoice, word_choices

STRATEGIES: tuple[Strategy, ...] = ("token", "whole_word", "span")
USUAL_RATE, RATE_STEP = 15, 5
"""Per cent."""
USUAL_SEED, USUAL_PAIR_SEED, MOST_SEED = 63, 1, 9999
"""With these the examples show what is usual of three or four drawn tokens: one replaced, the rest hidden."""
NO_PAIR = 0
"""In the address, in the place of a pair's seed: the text goes in whole."""


def choose_strategy() -> Strategy:
    """Ask what is drawn together."""
    names = {"token": _("Single tokens"), "whole_word": _("Whole words"), "span": _("A span")}
    named = address.get("strategy")
    chosen: Strategy = st.segmented_control(
        _("What is drawn"),
        STRATEGIES,
        default=named if named in STRATEGIES else STRATEGIES[0],
        format_func=names.__getitem__,
        required=True,
        key="pretraining_strategy",
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put("strategy", chosen, usual=STRATEGIES[0])
    return chosen


def choose_rate() -> int:
    """Ask for the share of tokens that is drawn, in per cent."""
    least, most = round(100 * LEAST_RATE), round(100 * MOST_RATE)
    named = address.number("rate") or USUAL_RATE
    rate: int = st.slider(
        _("Share of tokens drawn"),
        least,
        most,
        value=named if named in range(least, most + 1, RATE_STEP) else USUAL_RATE,
        step=RATE_STEP,
        format="%d" + numbers().percent_sign.replace("%", "%%"),
        key="pretraining_rate",
        persist_state="session",
    )
    address.put("rate", str(rate), usual=str(USUAL_RATE))
    return rate


def choose_span(encoding: Encoding) -> tuple[int, int]:
    """Ask for neighbouring words; return the places of their first and last token."""
    words = [choice for choice in word_choices(encoding) if not choice.special]
    if len(words) == 1:
        return words[0].tokens[0], words[0].tokens[-1]
    key = encoding_key(encoding)
    first, last = st.select_slider(
        _("Neighbouring words"),
        range(len(words)),
        value=_named_span(words) if address_counts("pretraining_span", key) else _middle(words),
        format_func=lambda place: words[place].label,
        key=f"pretraining_span_{key}",
        persist_state="session",
    )
    address.put("span", f"{words[first].code}-{words[last].code}")
    return words[first].tokens[0], words[last].tokens[-1]


def choose_seed() -> int:
    """Offer to draw again; return the seed of the draw."""
    return _rolled("seed", _("Roll again"), usual=USUAL_SEED, icon=":material/casino:")


def choose_pair(*, possible: bool) -> int:
    """Offer another pair, or the whole text in its place; return the pair's seed, or `NO_PAIR`.

    Args:
        possible: There are sentences for a pair, and the model was trained on pairs.
    """
    paired = st.toggle(
        _("Pair"),
        value=address.number("pair") != NO_PAIR,
        key="pretraining_paired",
        help=_("Two sentences, as the next-sentence task needs them; without it the whole text goes in."),
        disabled=not possible,
        persist_state="session",
    )
    if possible and paired:
        return _rolled("pair", _("Other pair"), usual=USUAL_PAIR_SEED, icon=":material/shuffle:")
    if possible:
        address.put("pair", str(NO_PAIR))
    return NO_PAIR


def _rolled(parameter: str, label: str, *, usual: int, icon: str) -> int:
    """Offer the next seed by a button; return the seed that counts now."""
    key = f"pretraining_{parameter}_seed"
    if key not in st.session_state:
        st.session_state[key] = address.number(parameter) or usual

    def roll() -> None:
        st.session_state[key] = st.session_state[key] % MOST_SEED + 1

    st.button(label, icon=icon, key=f"{key}_roll", on_click=roll)
    seed: int = st.session_state[key]
    address.put(parameter, str(seed), usual=str(usual))
    return seed


def _named_span(words: list[WordChoice]) -> tuple[int, int]:
    """Return the words that the address names by their first tokens, or some in the middle."""
    codes = [str(word.code) for word in words]
    first, _dash, last = address.get("span", "").partition("-")
    if first in codes and last in codes and codes.index(first) <= codes.index(last):
        return codes.index(first), codes.index(last)
    return _middle(words)


def _middle(words: list[WordChoice]) -> tuple[int, int]:
    middle = len(words) // 2
    return middle - 1, middle
