"""The same blank when the model may look left only, right only, or both ways."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.answers.mask_bars import BARE, BarStyle, mask_bars
from bertviz_core.charts.answers.mask_svg import SvgChart, mask_svg
from bertviz_core.results import Candidate, DirectedAnswers, MaskedWord
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.examples import DIRECTION_EXAMPLES
from bertviz_core.ui.i18n import _, language, number
from bertviz_core.ui.mask_panel import HIDDEN_SIGN
from bertviz_core.ui.masked_words.directions_files import directions_csv, directions_json
from bertviz_core.ui.masked_words.directions_typed import SERVER, answer_frame, answer_typed, way_names
from bertviz_core.ui.masked_words.question import BlankQuestion, ask_blanks, choose_blank
from bertviz_core.ui.rows import option_row
from bertviz_core.ui.text import literal
from bertviz_core.ui.views import GAP
from bertviz_core.ui.written_numbers import probability_text

if TYPE_CHECKING:
    from bertviz_core import BertEngine

SHOWN = 8
EXCERPT = 12
"""So many letters of the text are quoted on each side of the blank."""

_STYLE = "<style>.st-key-directions .stColumn {min-width: min(100%, 185px)}</style>"


def draw(engine: BertEngine, text: str) -> None:
    """Draw the answers of the four ways to look, side by side."""
    chips_place, blank_place = option_row([9, 5])
    question = ask_blanks(engine, text, chips_place)
    if question is None:
        return
    mask_token = engine.info.mask_token or ""
    with blank_place:
        blank = choose_blank(question, mask_token)
    word = question.originals[blank] if blank < len(question.originals) else None
    answers = engine.fill_mask_by_direction(question.text, blank=blank, top_k=SHOWN, word=word)
    answers = replace(answers, notes=question.notes)
    _lopsided(question, mask_token, blank)
    st.html(_STYLE)
    names = way_names()
    ways = {way: (names[way], mask) for way, mask in _masks(answers).items()}
    before, after = _excerpts(*_around(question, mask_token, blank))
    seen = {
        "left": f"{before} ▢ :gray[░░░]",
        "right": f":gray[░░░] ▢ {after}",
        "joined": f"{before} ▢ + ▢ {after}",
        "both": f"{before} ▢ {after}",
    }
    with st.container(key=SERVER, gap=GAP):
        _draw_answers(answers, ways, seen)
    if not any(question.originals):
        answer_typed(engine, question.whole.text, blank, shown=SHOWN)
    st.markdown(
        _(
            "**How to read this.** “Left only” closes the attention to everything on the right, in every "
            "layer, as in a model that writes word by word; “right only” the other way round. “Joined at the "
            "end” multiplies the two, as far as two readers of one side each can get who meet only at the "
            "end (the idea of ELMo, Peters et al. 2018). “Both ways” is BERT as it is: every layer sees both "
            "sides at once (Devlin et al. 2019)."
        )
    )
    st.caption(
        _(
            "A BERT was not trained with closed sides: a model trained to read in one direction would do "
            "better than these. What can be seen is which side an answer needs. {first} and {last} stay open "
            "to all words and carry nothing from the closed side.",
            first=literal(answers.encoding.tokens[0]),
            last=literal(answers.encoding.tokens[-1]),
        )
    )
    if save_menu():
        save_as(_("Answers as CSV"), "directions.csv", directions_csv(answers))
        save_as(_("Answers as JSON"), "directions.json", directions_json(answers))
        save_as(_("Charts as SVG"), "directions.svg", _picture(ways))


def _answer(answers: DirectedAnswers) -> str:
    """Say the first word of each way to look."""
    left, right, both = (
        literal(mask.predictions[0].token) for mask in (answers.left, answers.right, answers.both)
    )
    return answer_frame().format(both=both, left=left, right=right)


def _masks(answers: DirectedAnswers) -> dict[str, MaskedWord]:
    return {"left": answers.left, "right": answers.right, "joined": answers.joined, "both": answers.both}


def _draw_answers(
    answers: DirectedAnswers, ways: dict[str, tuple[str, MaskedWord]], seen: dict[str, str]
) -> None:
    st.subheader(_answer(answers), anchor=False)
    with st.container(key="directions"):
        for place, (way, (name, mask)) in zip(st.columns(len(ways), gap="small"), ways.items(), strict=True):
            with place.container(gap=None):
                st.markdown(f"**{name}**")
                st.caption(seen[way])
                _draw_bars(way, name, mask, [other for _name, other in ways.values()])
                if mask.candidates:
                    st.markdown(f"{HIDDEN_SIGN} :small[{literal(_hidden_line(mask.candidates[0]))}]")


def _draw_bars(way: str, name: str, mask: MaskedWord, beside: list[MaskedWord]) -> None:
    style = chart_style()
    bars = BarStyle(
        axis_title="",
        beside=tuple(beside),
        ink=style.ink,
        numbers=style.numbers,
        right=56,
        below=8,
        axis=BARE,
    )
    st.plotly_chart(
        mask_bars(mask, bars, marked_rank=_marked(mask)),
        key=f"directions_{way}",
        config={"displayModeBar": False},
        alt=_("Bar chart of the most probable words: {way}", way=name),
    )


def _marked(mask: MaskedWord) -> int | None:
    return mask.candidates[0].rank if mask.candidates else None


def _hidden_line(word: Candidate) -> str:
    return _(
        "{word}: {probability}, rank {rank}",
        word=word.word,
        probability=probability_text(word.probability),
        rank=number(word.rank or 0),
    )


def _around(question: BlankQuestion, mask_token: str, blank: int) -> tuple[str, str]:
    """Return what stands on each side of the blank, other blanks as boxes."""
    parts = question.text.split(mask_token)
    return "▢".join(parts[: blank + 1]).strip(), "▢".join(parts[blank + 1 :]).strip()


def _excerpts(before: str, after: str) -> tuple[str, str]:
    """Quote the whole words next to the blank, of a word too long for that its nearest letters."""
    if len(before) > EXCERPT:
        nearest = before[-EXCERPT:]
        before = f"… {nearest.partition(' ')[2] or nearest}"
    if len(after) > EXCERPT:
        nearest = after[:EXCERPT]
        after = f"{nearest.rpartition(' ')[0] or nearest} …"
    return literal(before), literal(after)


def _lopsided(question: BlankQuestion, mask_token: str, blank: int) -> None:
    """Offer a telling sentence where one side of the blank has no words."""
    if all(any(map(str.isalnum, side)) for side in _around(question, mask_token, blank)):
        return
    example = DIRECTION_EXAMPLES[language()]

    def use() -> None:
        st.session_state["masked_text"] = example

    words, button = st.columns([3, 2], vertical_alignment="center")
    words.caption(_("Only one side of this blank has words. Choose a blank in the middle to compare."))
    button.button(literal(example), key="directions_example", type="tertiary", on_click=use)


def _picture(ways: dict[str, tuple[str, MaskedWord]]) -> str:
    """Return all charts as one SVG file."""
    charts = [
        SvgChart(
            mask=mask,
            title=name,
            note=_hidden_line(mask.candidates[0]) if mask.candidates else "",
            marked_rank=_marked(mask),
        )
        for name, mask in ways.values()
    ]
    return mask_svg(charts, write=probability_text)
