"""What heads do: the answers of a model before and after some of them are switched off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.errors import BertScopeError
from bertviz_core.results import HiddenChange, ModelInfo
from bertviz_core.ui.attention.explore import address_head
from bertviz_core.ui.attention.off_before_after import SHOWN, show_masked_words, show_next_sentence
from bertviz_core.ui.attention.off_effects import CHEAP_TOKENS, questions_of, ranking, show_ranking
from bertviz_core.ui.attention.off_files import (
    Follows,
    Masked,
    hidden_change_csv,
    masked_change_csv,
    switch_off_json,
)
from bertviz_core.ui.attention.off_states import show_hidden_states
from bertviz_core.ui.attention.off_switches import head_switches
from bertviz_core.ui.attention.off_word import MaskedInput, masked_input, say_what_is_read
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.head_names import Head, head_code
from bertviz_core.ui.i18n import _
from bertviz_core.ui.notices import encoding_notices, show_error

if TYPE_CHECKING:
    from bertviz_core import BertEngine

NAMED = 4
"""So many heads that are off are named in the title; more are counted."""


def draw(engine: BertEngine, text: str, pair: str | None) -> None:
    """Let the visitor switch heads off, beside what changes."""
    switches_place, answers_place = st.columns([3, 4], gap="medium")
    answers = answers_place.container(gap="xxsmall")
    title_place, reading_place = answers.container(), answers.container(gap="xxsmall")
    with switches_place:
        asked = masked_input(engine, text, pair, notices=reading_place)
        named = address_head(engine.info) or (0, 0)
        off = head_switches(
            engine.info,
            named=named,
            question=(engine.info.id, asked),
            first=lambda: _first_heads(engine, asked),
        )
    title_place.subheader(_title(off), anchor=False)
    with answers:
        say_what_is_read(engine, asked)
        encoding_notices(engine.encode(asked.text, asked.pair))
        _missing_heads(engine.info, pair)
        if off:
            shown = _show_change(engine, off, asked)
        else:
            show_ranking(engine, asked)
    _how_to_read()
    if off:
        _downloads(*shown)
        ranking_place = st.expander(
            _("Which single head matters most?"),
            icon=":material/leaderboard:",
            key="head_ranking",
            on_change="rerun",
        )
        if ranking_place.open:
            with ranking_place:
                show_ranking(engine, asked)


def _show_change(
    engine: BertEngine, off: tuple[Head, ...], asked: MaskedInput
) -> tuple[HiddenChange, Masked | None, Follows | None]:
    """Draw before and after of every question that the model can answer; return the answers."""
    without = engine.without_heads(off)
    words = show_masked_words(engine, without, asked) if asked.has_blank else None
    follows = None
    if asked.pair is not None and engine.info.has_nsp_head:
        follows = show_next_sentence(engine, without, asked.text, asked.pair)
    return show_hidden_states(engine, off, asked), words, follows


def _missing_heads(info: ModelInfo, pair: str | None) -> None:
    """Say which question the model has no head for."""
    if not info.has_mlm_head:
        st.caption(_("This model has no trained masked-word head, so that question is left out."))
    if pair is not None and not info.has_nsp_head:
        st.caption(_("This model has no trained next-sentence head, so that question is left out."))


def _title(off: tuple[Head, ...]) -> str:
    if not off:
        return _("The whole model: no head is switched off")
    if len(off) <= NAMED:
        return _("Before and after: without {heads}", heads=", ".join(map(head_code, off)))
    return _("Before and after: without {count} heads", count=len(off))


def _first_heads(engine: BertEngine, asked: MaskedInput) -> list[Head]:
    """Return what is off at first: the head that matters most for this text, or the first layer."""
    question = next(iter(questions_of(engine, asked)), None)
    if question and len(engine.encode(asked.text, asked.pair)) <= CHEAP_TOKENS:
        try:
            return [ranking(engine, asked, question=question).ranked()[0]]
        except BertScopeError as error:
            show_error(error)
    return [(0, head) for head in range(engine.info.heads)]


def _how_to_read() -> None:
    st.markdown(
        _(
            "**How to read this.** A head that is off hands on zeros in the place of what it gathered; all "
            "else in the model stays. What changes is what these heads add to this answer while all others "
            "are there to stand in for them: Michel et al. (2019), *Are Sixteen Heads Really Better than "
            "One?* Layers and heads are counted from 1."
        )
    )


def _downloads(change: HiddenChange, masked: Masked | None, follows: Follows | None) -> None:
    """Offer what is shown as files."""
    if save_menu():
        if masked is not None:
            words = masked_change_csv(masked, shown=SHOWN)
            save_as(_("Words as CSV"), "masked_words.csv", words)
        save_as(_("Hidden states as CSV"), "hidden_change.csv", hidden_change_csv(change))
        everything = switch_off_json(change, masked, follows, shown=SHOWN)
        save_as(_("Everything as JSON"), "switch_off.json", everything)
