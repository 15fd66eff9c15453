"""The examples of a set as a table to look at."""

from __future__ import annotations

import streamlit as st

from bertviz_core.results import LearningData, QuestionExample, TaggedExample
from bertviz_core.training.data.text_table import TextTable
from bertviz_core.ui.i18n import _, language, number

SHOWN = 200


def draw_table(data: LearningData) -> None:
    """Show examples as they are written, each with its part; those in the visitor's language first."""
    own = language()
    places = sorted(range(len(data.examples)), key=lambda place: data.examples[place].language != own)
    parts = _("to learn from"), _("to validate"), _("held out")
    rows = [
        {"#": place + 1, **_cells(data, place), _("Part"): parts[int(data.parts[place])]}
        for place in places[:SHOWN]
    ]
    st.dataframe(rows, hide_index=True, height=250, key="data_table")
    if len(data.examples) > SHOWN:
        st.caption(_("The first {count} are shown.", count=number(SHOWN)))


def draw_cells(table: TextTable) -> None:
    """Show the first rows as they stand in a table from which nothing can be learned yet."""
    rows = [
        {"#": place + 1, **dict(zip(table.columns, row, strict=True))}
        for place, row in enumerate(table.rows[:SHOWN])
    ]
    st.dataframe(rows, hide_index=True, height=250, key="data_cells")


def _cells(data: LearningData, place: int) -> dict[str, str]:
    example = data.examples[place]
    if isinstance(example, TaggedExample):
        tagged = zip(example.tokens, example.tags, strict=True)
        words = (word if tag == "O" else f"{word}/{tag}" for word, tag in tagged)
        return {_("Words with their tags"): " ".join(words)}
    if isinstance(example, QuestionExample):
        return {
            _("Question"): example.question,
            _("Answer"): example.answers[0].text,
            _("Text"): example.context,
        }
    pair = {} if example.pair is None else {_("Second text"): example.pair}
    return {_("Label"): example.label, _("Text"): example.text, **pair}
