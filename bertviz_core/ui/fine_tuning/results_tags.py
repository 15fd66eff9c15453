"""Held-out sentences in which words were tagged wrongly."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from bertviz_core.results import TEST, LearningData, LearningReport, TaggedExample
from bertviz_core.training.tagged_sentences import OUTSIDE
from bertviz_core.ui.i18n import _, number

MOST_SHOWN = 50
LIST_HEIGHT = 420
_STYLE = """<style>
.tagged {line-height: 2.9}
.tagged > div {border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent)}
.tagged span {display: inline-block; line-height: 1.15; vertical-align: top; margin-right: .35em;
  padding-top: .5em}
.tagged span span {margin: 0; padding: 0}
.tagged small {display: block; font-size: .95rem; min-height: 1.2em}
.tagged .found {border-bottom: 3px solid #009e73}
.tagged .wrong {border-bottom: 3px solid #d55e00}
</style>"""


def draw_tags(data: LearningData, report: LearningReport) -> None:
    """List the sentences with wrong tags, those with the most of them first."""
    examples: tuple[TaggedExample, ...] = data.part(TEST)
    wrong = wrong_sentences(examples, report)
    st.markdown(
        _(
            "**Sentences with mistakes:** {count} of {all}",
            count=number(len(wrong)),
            all=number(len(examples)),
        )
    )
    if not wrong:
        return
    st.caption(
        _("Green: tagged rightly. Orange: tagged wrongly, with what is right → what was said. O: no entity.")
    )
    with st.container(height=LIST_HEIGHT if len(wrong) > 6 else "content"):
        st.html(_STYLE + sentences_html(wrong[:MOST_SHOWN]))


def wrong_sentences(
    examples: Sequence[TaggedExample], report: LearningReport
) -> list[tuple[TaggedExample, tuple[str, ...]]]:
    """Return the sentences with wrong tags and what was said, those with the most of them first."""
    both = [(example, tuple(said)) for example, said in zip(examples, report.predictions, strict=True)]
    wrong = [one for one in both if one[0].tags != one[1]]
    return sorted(wrong, key=lambda one: -sum(map(str.__ne__, one[0].tags, one[1])))


def sentences_html(sentences: Sequence[tuple[TaggedExample, Sequence[str]]]) -> str:
    """Return sentences with marked words; text of visitors stays text."""
    lines = [
        "".join(_word(*word) for word in zip(example.tokens, example.tags, said, strict=True))
        for example, said in sentences
    ]
    return '<div class="tagged">' + "".join(f"<div>{line}</div>" for line in lines) + "</div>"


def _word(token: str, right: str, said: str) -> str:
    if right == said == OUTSIDE:
        return f"<span>{escape(token)}<small></small></span>"
    kind, tag = ("found", right) if right == said else ("wrong", f"{right} → {said}")
    return f'<span><span class="{kind}">{escape(token)}</span><small>{escape(tag)}</small></span>'
