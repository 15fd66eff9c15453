"""The lines of a text, wherever a file or a field is read line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINE = re.compile(r"[^\r\n]+(?:\r\n|\r|\n)?|\r\n|\r|\n")
_LINE_END = re.compile(r"\r\n|\r|\n")


def text_lines(text: str) -> list[str]:
    """Return the lines without their ends: line feed, carriage return, or both.

    What else Unicode calls a break (U+2028, U+0085, form feed…) is a sign of the text, where `str.splitlines`
    would cut a sentence in two.
    """
    lines = _LINE_END.split(text)
    return lines if lines[-1] else lines[:-1]


def lines_with_ends(text: str) -> Iterator[str]:
    """Yield the lines with their ends, one after the other: a file may have millions of them."""
    return (line[0] for line in _LINE.finditer(text))
