"""The same blank asked twice, of two sentences or of two models, with what differs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from bertviz_core.charts.answers.compare import compared_bars
from bertviz_core.charts.answers.mask_bars import BarStyle
from bertviz_core.errors import BertScopeError
from bertviz_core.results import ComparedBlank, ComparedWord, MaskedWords
from bertviz_core.ui.answers import masked_words
from bertviz_core.ui.blank_reading import read_beside
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.compared_files import compared_csv, compared_json, compared_svg
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _
from bertviz_core.ui.mask_panel import HIDDEN_SIGN
from bertviz_core.ui.masked_words.compare_input import PARAMETERS, Side, ask_other_side, typed_texts
from bertviz_core.ui.masked_words.question import BlankQuestion, ask_blanks
from bertviz_core.ui.notices import encoding_notices, show_error
from bertviz_core.ui.rows import field_row, option_row
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import points, probability_text

if TYPE_CHECKING:
    from bertviz_core import BertEngine

__all__ = ["PARAMETERS", "draw", "typed_texts"]

SHOWN, LOOKED_AMONG = 10, 200
"""Bars of a chart, and the answers among which a word of the other side is found again."""
ROW_HEIGHT, TABLE_ROWS = 27, 11
TITLE_LETTERS = 70


def draw(engine: BertEngine, text: str) -> None:
    """Draw the answers of both sides beside each other, blank by blank."""
    (chips_place,) = option_row([1])
    question = ask_blanks(engine, text, chips_place)
    if question is None:
        return
    kind_place, second_place, menu_place = field_row([6, 10, 3], name="second")
    first, second = ask_other_side(engine, question, text, places=(kind_place, second_place, menu_place))
    if second is None:
        st.info(_("Name the other side of the comparison, to see what differs."), icon=":material/info:")
        return
    try:
        first, second = _as_read(first, second, question)
        before = _answers(first, question.originals)
        after = _answers(second, question.originals)
    except BertScopeError as error:
        show_error(error)
        return
    if second.text != first.text:
        encoding_notices(after.encoding)
    same = before.text == after.text and first.engine is second.engine
    if same:
        st.info(_("Both sides are the same sentence. Change a word in the second."), icon=":material/info:")
    _say_numbers_of_blanks(before, after)
    blanks = [
        ComparedBlank(before=one, after=other, shown=SHOWN, same_vocabulary=first.engine is second.engine)
        for one, other in zip(before.masks, after.masks, strict=False)
    ]
    told = "" if same else _largest_change(blanks)
    if told:
        st.subheader(told, anchor=False)
    for order, blank in enumerate(blanks):
        _draw_blank(blank, (first, second), order)
    if any(ranks for blank in blanks for ranks in blank.alone):
        st.markdown(
            f"{HIDDEN_SIGN} :small["
            + _("Not among the first {count} words of the other side.", count=SHOWN)
            + "]"
        )
    st.markdown(
        _(
            "**How to read this.** Both charts have one axis. The table has every word of either chart, with "
            "its probability on both sides and the difference; a word that is not among the first {count} of "
            "a side is given as less than the last of those.",
            count=LOOKED_AMONG,
        )
    )
    names = first.name, second.name
    if save_menu():
        save_as(_("Comparison as CSV"), "comparison.csv", compared_csv(blanks))
        save_as(_("Comparison as JSON"), "comparison.json", compared_json(blanks, before, after))
        save_as(_("Charts as SVG"), "comparison.svg", compared_svg(blanks, names))


def _largest_change(blanks: list[ComparedBlank]) -> str:
    """Say which word of the charts changes most."""
    words = [word for blank in blanks for word in blank.words() if word.before and word.after]
    if not (most := max(words, key=lambda word: abs(word.change or 0), default=None)):
        return ""
    assert most.before and most.after
    return _(
        "“{word}”: {before} on the left, {after} on the right",
        word=literal(most.token),
        before=probability_text(most.before.probability),
        after=probability_text(most.after.probability),
    )


def _as_read(first: Side, second: Side, question: BlankQuestion) -> tuple[Side, Side]:
    """Return both sides as they are read; of two models both read the same."""
    reading = read_beside(second.engine, second.text, offered=question.offers_ending)
    text = reading.encoding.text
    if second.engine is not first.engine:
        return replace(first, text=text), replace(second, text=text)
    return first, replace(second, text=text, name=text)


def _answers(side: Side, originals: tuple[str | None, ...]) -> MaskedWords:
    """Ask one side; the words hidden in the first sentence are scored where the blanks are as many."""
    text = side.engine.encode(side.text).text
    blanks = text.count(side.engine.info.mask_token or " ")
    return masked_words(
        side.engine,
        side.text,
        top_k=min(LOOKED_AMONG, side.engine.info.vocab_size),
        originals=originals if blanks == len(originals) else (),
    )


def _say_numbers_of_blanks(before: MaskedWords, after: MaskedWords) -> None:
    one, other = len(before.masks), len(after.masks)
    if one != other:
        st.info(
            _(
                "The first sentence has {first} blanks, the second {second}: only the first {count} of each "
                "are compared, in reading order.",
                first=one,
                second=other,
                count=min(one, other),
            ),
            icon=":material/info:",
        )


def _draw_blank(blank: ComparedBlank, sides: tuple[Side, Side], order: int) -> None:
    style = chart_style()
    bars = BarStyle(
        axis_title=_("Probability"),
        beside=blank.drawn,
        ink=style.ink,
        numbers=style.numbers,
        axis={"tickangle": 0},
    )
    *places, table_place = st.columns([4, 4, 4])
    for number_of_side, (place, side) in enumerate(zip(places, sides, strict=True)):
        figure = compared_bars(blank, bars, side=number_of_side)
        with place.container(gap=None):
            st.plotly_chart(
                figure,
                key=f"compared_bars_{order}_{number_of_side}",
                config={"displayModeBar": False},
                alt=_("Bar chart of the most probable words for blank {number}", number=order + 1),
            )
            st.caption(_title(side, order))
    with table_place.container(gap=None):
        _table(blank, order)
        st.caption(_("What changes"))
    if hidden := _hidden_line(blank):
        st.markdown(hidden)


def _title(side: Side, order: int) -> str:
    """Name a side: its model, or its sentence around the blank, shortened on both sides."""
    mask_token = side.engine.info.mask_token or " "
    if side.name != side.text:
        return literal(side.name)
    parts = side.engine.encode(side.text).text.split(mask_token)
    left, right = mask_token.join(parts[: order + 1]), mask_token.join(parts[order + 1 :])
    half = TITLE_LETTERS // 2
    left = left if len(left) <= half else f"…{left[-half:]}"
    right = right if len(right) <= half else f"{right[:half]}…"
    return f"{literal(left)} **▢** {literal(right)}"


def _table(blank: ComparedBlank, order: int) -> None:
    words = blank.words()
    frame = pd.DataFrame(
        {
            "word": [word.token for word in words],
            "before": [_side(word, blank, after=False) for word in words],
            "after": [_side(word, blank, after=True) for word in words],
            "change": [float("nan") if word.change is None else word.change for word in words],
        }
    )
    st.dataframe(
        frame.style.format(points, subset=["change"]),
        column_config={
            "word": st.column_config.TextColumn(_("Word")),
            "before": st.column_config.TextColumn(_("Left")),
            "after": st.column_config.TextColumn(_("Right")),
            "change": st.column_config.NumberColumn(_("Points")),
        },
        hide_index=True,
        height=ROW_HEIGHT * min(len(frame) + 1, TABLE_ROWS) + 4,
        row_height=ROW_HEIGHT,
        placeholder="–",
        key=f"compared_table_{order}",
        alt=_("Table of the words of both sides for blank {number}", number=order + 1),
    )


def _side(word: ComparedWord, blank: ComparedBlank, *, after: bool) -> str:
    """Write a word's probability on one side, or what it is less than."""
    found = word.after if after else word.before
    if found:
        return probability_text(found.probability)
    least = (blank.after if after else blank.before).predictions[-1].probability
    written = probability_text(least)
    return written if written[0] in "<>" else f"< {written}"


def _hidden_line(blank: ComparedBlank) -> str:
    """Say what becomes of the word that the visitor hid, where both sides can score it."""
    words = (*blank.before.candidates[:1], *blank.after.candidates[:1])
    if len(words) < 2:
        return ""
    return _(
        "The hidden word “{word}”: probability {before} on the left, {after} on the right.",
        word=f"**{literal(words[0].word)}**",
        before=probability_text(words[0].probability),
        after=probability_text(words[1].probability),
    )
