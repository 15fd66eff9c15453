"""A sentence with one occurrence of the word in bold, in the Markdown of Streamlit."""

from __future__ import annotations

from bertviz_core.results import WordLayers
from bertviz_core.ui.text import literal


def sentence_markdown(word: WordLayers, occurrence: int) -> str:
    """Return the sentence of an occurrence, everything but the bold is text."""
    start, end = word.spans[occurrence].tolist()
    text = word.sentence(occurrence)
    before, after = text[:start], text[end:]
    left = literal(before) + (" " if before[-1:].isspace() else "")
    right = (" " if after[:1].isspace() else "") + literal(after)
    return f"{left}**{literal(text[start:end])}**{right}"
