"""The sentences of a text."""

from __future__ import annotations

import re

from sentencex import segment

from bertviz_core.analysis.texts.input_text import clean_text, is_blank, require_visible
from bertviz_core.settings import get_settings

_LINE_END = re.compile(r"\r\n|[\r\n]")
"""Other breaks that Unicode knows (U+2028, form feed…) come from word processors, within sentences."""


def split_sentences(text: str, *, language: str = "en") -> tuple[str, ...]:
    """Return the sentences of a text, those on lines of their own too, without the space around them.

    Args:
        text: The text.
        language: Two letters; abbreviations (`Sr.`, `Dr.`) differ between languages.

    Raises:
        InputError: The text is blank, or longer than a text may be.
    """
    clean = clean_text(text, mask_token=None, max_characters=get_settings().max_characters)
    require_visible(clean)
    parts = (part for line in _LINE_END.split(clean) for part in segment(language, line))
    return tuple(part.strip() for part in parts if not is_blank(part))
