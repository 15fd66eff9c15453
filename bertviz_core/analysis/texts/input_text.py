"""What a person typed, made fit for a tokenizer without changing what it says."""

from __future__ import annotations

import re
import unicodedata

from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.settings import get_settings

_BLANK = re.compile(r"\[\s*mask\s*\]|<\s*mask\s*>|_{3,}", re.IGNORECASE)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_BROKEN_BYTE = re.compile("(?<![\ud800-\udbff])[\udc80-\udcff]")
"""How Python writes a byte of an argument or a file name that is no UTF-8."""


def clean_text(text: str, *, mask_token: str | None, max_characters: int) -> str:
    """Return the text in composed form, with every blank written as the model's own mask token.

    `[mask]`, `<mask>` and three or more underscores are blanks. Composing (NFC) lets `n` plus a
    combining tilde meet the `ñ` of the vocabulary. Halves of surrogate pairs, which no tokenizer
    accepts, become the replacement character.

    Raises:
        InputError: A byte in it is no UTF-8.
        TextTooLongError: The text is longer than `max_characters`.
    """
    if len(text) > max_characters:
        raise TextTooLongError(
            "The text has {length} characters; at most {limit} can be read. Shorten it.",
            length=len(text),
            limit=max_characters,
        )
    require_utf8(text)
    text = unicodedata.normalize("NFC", _LONE_SURROGATE.sub("\ufffd", text))
    if mask_token is None:
        return text
    return _BLANK.sub(lambda _: mask_token, text)


def has_blank(text: str) -> bool:
    """Tell whether a blank was typed, however it is written."""
    return _BLANK.search(text) is not None


def require_utf8(text: str) -> None:
    """Refuse a text in which a byte is no UTF-8: tokenizers would leave the letter out.

    Raises:
        InputError: There is one.
    """
    if broken := _BROKEN_BYTE.search(text):
        raise InputError(
            "“{before}…” goes on with the byte {byte}, which is not UTF-8 text. Convert it first.",
            before=text[: broken.start()][-20:],
            byte=f"0x{ord(broken[0]) - 0xDC00:02X}",
        )


def readable_part(text: str) -> str:
    """Return as much of a text of a data set as may be read.

    What a person typed is refused where it is too long; of thousands of texts a long one must not stop the
    others. No model reads beyond this part, unless a host allows very short texts only.
    """
    return text[: get_settings().max_characters]


def is_blank(text: str) -> bool:
    """Tell whether nothing in the text can be seen: only spaces, control and zero-width characters."""
    return all(unicodedata.category(character)[0] in "CZ" for character in text)


def is_sign(word: str) -> bool:
    """Tell whether a word is of punctuation only."""
    return bool(word) and all(unicodedata.category(letter)[0] == "P" for letter in word)


def require_visible(text: str) -> None:
    """Refuse a text in which nothing can be seen.

    Raises:
        InputError: Only spaces or invisible characters.
    """
    if is_blank(text):
        raise InputError("There is no text yet. Write a word or a sentence.")


def check_word(word: str) -> str:
    """Return a candidate as the tokenizer gets it.

    Raises:
        InputError: Nothing in it can be seen.
    """
    if is_blank(word):
        raise InputError("A candidate is empty. Write one word for each.")
    return clean_text(word, mask_token=None, max_characters=get_settings().max_characters).strip()
