"""A model card as it can be shown: whatever strangers wrote in it stays text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape

import streamlit as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from bertviz_core.ui.i18n import _

_LARGEST_HEADING = 3
"""Headings of a card stand below those of the page."""
_STYLE = """<style>
.model-card {font-size: 0.9rem; overflow-wrap: anywhere; max-height: 468px; overflow-y: auto}
.model-card pre {white-space: pre-wrap; padding: 0.5rem; background: rgba(127, 127, 127, 0.12)}
.model-card table {display: block; overflow-x: auto; overflow-wrap: normal}
.model-card table {border-collapse: collapse; margin: 0.5rem 0}
.model-card th, .model-card td {border: 1px solid rgba(127, 127, 127, 0.4); padding: 0.15rem 0.35rem}
</style>"""


def show_card(markdown: str) -> None:
    """Show a card, or say that the model brought none."""
    if not markdown:
        st.caption(_("This model came without a model card."))
        return
    region = f'role="region" aria-label="{escape(_("Model card"))}" tabindex="0"'
    st.html(f'{_STYLE}<div class="model-card" {region}>{card_html(markdown)}</div>')


@lru_cache(maxsize=12)
def card_html(markdown: str) -> str:
    """Return Markdown as HTML that loads nothing and leads nowhere.

    HTML in the card is shown as it is written. A link becomes its words, an image the words that describe
    it. What scrolls can be reached with the keyboard.
    """
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(markdown)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + _LARGEST_HEADING - 1)}"
        if token.type == "table_open":
            token.attrSet("tabindex", "0")
        if token.children:
            token.children = list(_without_addresses(token.children))
    return str(reader.renderer.render(tokens, reader.options, {}))


def _without_addresses(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.type == "image":
            yield Token("text", "", 0, content=token.content)
        elif token.type not in ("link_open", "link_close"):
            yield token
