"""Text of visitors inside Streamlit elements that read Markdown."""

from __future__ import annotations

import re

# Streamlit reads Markdown, TeX between dollars, :emoji: and :color[text] in labels and messages.
_MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:^=&@/])")


def literal(text: str) -> str:
    """Escape a text so that a Markdown element shows it exactly as typed, on one line."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
