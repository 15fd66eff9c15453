"""The tags of the words of a sentence, and the entities that they make up."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.chart_style import readable_ink
from bertviz_core.charts.fine_tuning.ask_tags import OUTSIDE_COLOUR, kind_colours, kind_of, tag_bars
from bertviz_core.results import TaggedText
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.fine_tuning.ask_examples import (
    AskedExample,
    fields_of_example,
    held_out,
    offer_examples,
    same_example,
)
from bertviz_core.ui.fine_tuning.ask_files import tags_csv, tags_json
from bertviz_core.ui.fine_tuning.ask_model import run_of, save_asked_model
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.notices import encoding_notices
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.run_parameters import RUN_PARAMETER
from bertviz_core.ui.text import literal
from bertviz_core.ui.text_key import text_key
from bertviz_core.ui.written_numbers import percent

if TYPE_CHECKING:
    from bertviz_core import BertEngine

ROUND_CHARTS = 370
"""Pixels of a window's height that everything but the bars takes."""

_STYLE = """<style>
.tagged {line-height: 2.3; font-size: 1.1rem; max-height: calc(4 * 2.3em); overflow-y: auto;
  white-space: pre-wrap; overflow-wrap: anywhere}
.tagged span {padding: 0.15rem 0.35rem; border-radius: 0.25rem}
.tagged small {opacity: 0.85; font-size: 0.95rem; margin-left: 0.35rem}
</style>"""


def ask_tags(engine: BertEngine) -> None:
    """Draw the field, the sentence with its entities coloured, and how sure each tag is."""
    examples = held_out(run_of(engine))
    key = f"ask_{text_key(engine.info.id)}_sentence"
    fields_of_example({"text": key}, examples, ("",))
    place, menu_place = st.columns([15, 6], vertical_alignment="bottom")
    text = place.text_area(_("Sentence"), key=key, height=68, persist_state="session") or ""
    with menu_place:
        offer_examples((key,), examples)
    link_popover({"text": text}, of_runs=(RUN_PARAMETER,))
    if not text.strip():
        st.info(_("Write a sentence."), icon=":material/info:")
        return
    example = same_example((text,), examples)
    answer = engine.tag(list(example.words) if example else text)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.subheader(_title(answer), anchor=False, width="content")
        if example:
            st.caption(_right_line(answer, example), width="content")
    encoding_notices(answer.encoding)
    _draw_sentence(answer)
    draw_growing(
        tag_bars(answer, chart_style(), axis=_("Probability of the tag")),
        "ask_tag_bars",
        room=Room(other=ROUND_CHARTS, growth=1.6),
        picture="tags",
        alt=_("Bar chart of the probability of each word's tag"),
    )
    st.markdown(
        _(
            "**How to read this.** A small classifier on the vector of the first piece of each word names "
            "its tag. B- begins an entity, I- goes on with it. The bars say how probable the tag is for the "
            "model."
        )
    )
    _offer_numbers(engine, answer, example)


def _title(answer: TaggedText) -> str:
    if not answer.entities:
        return _("{count} words with their tags", count=number(len(answer.words)))
    found = answer.entities
    names = ", ".join(
        f"{literal(answer.encoding.text[entity.start : entity.end])} ({literal(entity.kind)})"
        for entity in found[:3]
    )
    return names if len(found) <= 3 else _("{names} and {count} more", names=names, count=len(found) - 3)


def _right_line(answer: TaggedText, example: AskedExample) -> str:
    right = sum(
        example.tags[number] == tag for number, tag in zip(answer.word_index, answer.tags, strict=True)
    )
    return _(
        "Held-out example: {right} of {words} words have their right tag.",
        right=number(right),
        words=number(len(answer.words)),
    )


def _draw_sentence(answer: TaggedText) -> None:
    """Write the sentence; entities, or words of a class, stand on their colours."""
    colours, text = kind_colours(answer.labels), answer.encoding.text
    best = answer.probabilities.max(axis=1)
    marked = [(e.start, e.end, e.kind, e.probability) for e in answer.entities] or [
        (int(start), int(end), kind_of(tag), float(p))
        for (start, end), tag, p in zip(answer.spans, answer.tags, best, strict=True)
        if kind_of(tag)
    ]
    parts, at = [], 0
    for start, end, kind, probability in marked:
        colour = colours.get(kind, OUTSIDE_COLOUR)
        parts.append(escape(text[at:start]))
        parts.append(
            f'<span style="background:{colour};color:{readable_ink(colour)}">{escape(text[start:end])}'
            f"<small>{escape(kind)} {escape(percent(probability, 0))}</small></span>"
        )
        at = end
    parts.append(escape(text[at:]))
    st.html(f'{_STYLE}<div class="tagged">{"".join(parts)}</div>')


def _offer_numbers(engine: BertEngine, answer: TaggedText, example: AskedExample | None) -> None:
    columns: dict[str, list[object]] = {
        _("Word"): list(answer.words),
        _("Tag"): list(answer.tags),
        _("Probability"): answer.probabilities.max(axis=1).tolist(),
    }
    if example:
        columns[_("Right tag")] = [example.tags[place] for place in answer.word_index]
    with st.expander(_("The numbers")):
        st.dataframe(number_table(columns, {_("Probability"): 4}), hide_index=True)
    if save_menu():
        save_as(_("Tags as CSV"), "tags.csv", tags_csv(answer))
        save_as(_("Tags as JSON"), "tags.json", tags_json(answer))
        save_asked_model(engine, (answer.encoding.text,))
