"""The sentences of a text."""

from __future__ import annotations

from sentencex import segment

from bertviz_core.analysis.texts.input_text import clean_text, is_blank, require_visible
from bertviz_core.analysis.texts.lines import text_lines
from bertviz_core.settings import get_settings


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
    parts = (part for line in text_lines(clean) for part in segment(language, line))
    return tuple(part.strip() for part in parts if not is_blank(part))
