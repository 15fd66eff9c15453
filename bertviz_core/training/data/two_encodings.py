"""Files that were put together of UTF-8 and an older encoding: each line is read in its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from bertviz_core.training.data.encodings import FoundEncoding, likely_western
from bertviz_core.training.data.sign_places import is_in_place

UNREADABLE = "\ufffd"
"""Stands for a sign that is not in the encoding."""

_ODD = re.compile("[\udc80-\udcff]+")
"""Bytes that are no UTF-8, as `surrogateescape` keeps them."""
_BEYOND_ASCII = re.compile("[^\x00-\x7f][^\n]*")
"""A line from the first such sign on."""
_OTHERS = re.compile("[^\x00-\x7f\udc80-\udcff]")
_USUAL = re.compile("[\xa0-\u017f\u2010-\u2aff\u2e80-\ud7ff\uf900-\ufffd\U0001f000-\U0001faff]")
"""What two signs of another encoding hardly ever look like."""

_LEAST_SHARE = 0.1
"""Of the lines with signs beyond ASCII that are UTF-8; by chance hardly any line of another encoding is."""

_PUNCTUATION = frozenset("‘’“”–—…")
"""Stand in more places than `is_in_place` knows."""

_LOOKED_AT, _MOST_CHECKED, _MOST_OF_A_LINE = 2_000, 30_000, 50
"""Lines that are no UTF-8, from which the encoding is found out; places in lines that are looked at."""

_BESIDE = 40
"""Characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InTwoEncodings:
    """A text of which some lines are in another encoding than UTF-8."""

    text: str
    found: FoundEncoding
    """Of these lines."""
    lines: int
    """How many they are."""
    first: str
    """One of them."""


def in_two_encodings(data: bytes, *, mostly_utf_8: bool) -> InTwoEncodings | None:
    """Read lines that are no UTF-8 in the Western encoding that they most likely are in.

    Signs cut in half, which end up where no letter stands, are unreadable in both.

    Args:
        data: What is no UTF-8.
        mostly_utf_8: Most signs of it are, so that it need not be judged by its lines.

    Returns:
        Nothing where the lines are in no Western encoding, or nearly all are no UTF-8.
    """
    text = data.decode("utf-8", "surrogateescape")
    if not mostly_utf_8 and not _has_lines_of_utf_8(text):
        return None
    lines = text.split("\n")
    odd = [place for place, line in enumerate(lines) if not line.isascii() and _ODD.search(line)]
    looked_at = odd[:: 1 + len(odd) // _LOOKED_AT]
    sample = "\n".join(_OTHERS.sub("x", part) for place in looked_at for part in _around_odd(lines[place]))
    found = likely_western(sample.encode("ascii", "surrogateescape"))
    if not found.certainty:
        return None
    signs = _signs(found.name)
    left, read, first = _MOST_CHECKED, 0, ""
    for place in odd:
        line = _read(lines[place], found.name, signs)
        if left > 0:
            runs = list(islice(_ODD.finditer(lines[place]), left))
            left -= len(runs)
            for run in runs:
                if not all(_fits(line, sign) for sign in range(*run.span())):
                    line = line[: run.start()] + UNREADABLE * len(run[0]) + line[run.end() :]
            readable = any(line[run.start()] != UNREADABLE for run in runs)
        else:
            readable = True
        lines[place] = line
        read += readable
        first = first or (line if readable else "")
    if not read:
        return None
    return InTwoEncodings(text="\n".join(lines), found=found, lines=read, first=first)


def _has_lines_of_utf_8(text: str) -> bool:
    """Tell whether some of the lines with signs beyond ASCII are UTF-8, without keeping millions of lines."""
    beyond = right = 0
    for found in _BEYOND_ASCII.finditer(text):
        beyond += 1
        right += _ODD.search(found[0]) is None or _USUAL.search(found[0]) is not None
    return right >= _LEAST_SHARE * beyond


def _around_odd(line: str) -> Iterator[str]:
    """Yield the surroundings of signs that are no UTF-8."""
    for run in islice(_ODD.finditer(line), _MOST_OF_A_LINE):
        yield line[max(0, run.start() - _BESIDE) : run.end() + _BESIDE]


def _read(line: str, encoding: str, signs: dict[int, str]) -> str:
    """Read the odd bytes of a line, at once where there is nothing else beyond ASCII in it."""
    try:
        return line.encode("ascii", "surrogateescape").decode(encoding, "replace")
    except UnicodeEncodeError:
        return line.translate(signs)


def _signs(encoding: str) -> dict[int, str]:
    """Return what each byte beyond ASCII is in an encoding."""
    return {0xDC00 + byte: bytes([byte]).decode(encoding, "replace") for byte in range(0x80, 0x100)}


def _fits(line: str, place: int) -> bool:
    return line[place] in _PUNCTUATION or is_in_place(line, place)
