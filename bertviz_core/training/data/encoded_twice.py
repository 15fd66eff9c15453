"""Texts that were UTF-8, were read in another encoding and saved again: `gustÃ³` for `gustó`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache

from bertviz_core.errors import N_
from bertviz_core.results import Note
from bertviz_core.training.data.sign_places import is_in_place

_READ_AS = {"cp1252": "Windows-1252", "mac-roman": "MacRoman", "cp850": "DOS (850)"}
_ROUNDS = 3
"""Texts were seen that this had happened to three times."""

_SEQUENCE = re.compile("[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
"""A sign in UTF-8, its bytes as signs."""
_BEYOND_AT_END = re.compile("[^\x00-\x7f]+$")
_HALVES = re.compile("[\udc80-\udcff]")
_LOST = frozenset("\udcc2\udcc3")
"""First halves whose second one got lost: a space that does not break became an ordinary one."""

_ALL_OF_IT, _SOME, _LEAST_LINES = 0.5, 0.2, 3
"""Share of the lines beyond ASCII that were encoded twice: of any number of lines, and of three or more."""

_LEAST_SEQUENCES = 2
"""Signs of a file, each of several bytes; one alone may be what somebody wrote."""

_LOOKED_AT, _LONGEST, _SHOWN = 2_000, 2_000, 60
"""Lines that are judged, drawn evenly; characters of each; characters that are told."""

_USUAL = re.compile("[\xa0-\u017f\u2010-\u20cf\U0001f000-\U0001faff]")
"""What may come out where the other encoding is not that of Windows."""


def mended_lines(lines: list[str]) -> tuple[Note, ...]:
    """Read lines again that were encoded twice, where many are; tell it where some look so.

    A line is judged as a whole: all signs beyond ASCII in it are bytes of UTF-8, and they stand where the
    signs that they look like do not. Lines with other letters stay as they are.

    Args:
        lines: Or cells; changed where they stand.

    Returns:
        What is told about them: nothing where they are as they were.
    """
    first, count, place, before = "", 0, 0, ""
    for _ in range(_ROUNDS):
        beyond = [place for place, line in enumerate(lines) if not line.isascii()]
        sample = [_beginning(lines[place]) for place in beyond[:: 1 + len(beyond) // _LOOKED_AT]]
        encoding, share, sequences = _encoding_between(sample)
        if not encoding:
            break
        enough = _SOME if share * len(sample) >= _LEAST_LINES else _ALL_OF_IT
        if share < enough or sequences < _LEAST_SEQUENCES:
            if first:
                break
            return (_doubt(sample, encoding, round(share * len(beyond))),)
        changed = _mend(lines, beyond, encoding)
        if not first:
            first, (count, place, before) = encoding, changed
    return (_note(first, count, before, lines[place]),) if first else ()


def _encoding_between(sample: Sequence[str]) -> tuple[str, float, int]:
    """Return in which encoding lines were read, the share of those that were, and how often it is seen."""
    for encoding in _READ_AS:
        evident = [count for line in sample if (count := _evident_sequences(line, encoding))]
        if evident:
            return encoding, len(evident) / len(sample), sum(evident)
    return "", 0.0, 0


def _beginning(line: str) -> str:
    """Return enough of a line, no sequence in it cut."""
    return line if len(line) <= _LONGEST else _BEYOND_AT_END.sub("", line[:_LONGEST])


def _mend(lines: list[str], beyond: Sequence[int], encoding: str) -> tuple[int, int, str]:
    """Read lines again; return how many changed, and the first of them: its place and what it was."""
    count, first, before = 0, 0, ""
    for place in beyond:
        if (line := _read_again(lines[place], encoding)) is not None:
            if not count:
                first, before = place, lines[place]
            lines[place] = line
            count += 1
    return count, first, before


def _note(encoding: str, count: int, before: str, after: str) -> Note:
    before, after = _shown(before, after)
    return Note(
        kind="encoding",
        template=N_(
            "Lines that were UTF-8, were read as {encoding} and saved again, are put right: {count}; "
            "“{before}” is “{after}”."
        ),
        fields={"encoding": _READ_AS[encoding], "count": count, "before": before, "after": after},
        remedy=N_("If they are meant as they stand in the file, choose UTF-8 as its encoding."),
        option="--encoding utf-8",
    )


def _doubt(lines: Iterable[str], encoding: str, count: int) -> Note:
    line = next(line for line in lines if _evident_sequences(line, encoding))
    before, after = _shown(line, _read_again(line, encoding) or line)
    return Note(
        kind="encoding",
        template=N_(
            "Lines that look as if they were UTF-8 and were read as {encoding}: {count}. They stay as they "
            "are; “{before}” could be “{after}”."
        ),
        fields={"encoding": _READ_AS[encoding], "count": max(1, count), "before": before, "after": after},
        remedy=N_("Where these letters are wrong, save the file again from where it came."),
        doubtful=True,
    )


def _evident_sequences(line: str, encoding: str) -> int:
    """Count bytes of UTF-8 that stand where no sign like them would, in a line of no other such signs."""
    if _read_again(line, encoding) is None:
        return 0
    seen = line.translate(_bytes_of(encoding))
    parts = list(_SEQUENCE.finditer(seen))
    read = [part[0].encode("latin-1").decode("utf-8", "replace") for part in parts]
    usual = encoding == "cp1252" or all(map(_USUAL.match, read))
    if not usual or any(unicodedata.category(sign) in ("Cc", "Cn", "Co") for sign in read):
        return 0
    return sum(_is_evident(line, part, sign) for part, sign in zip(parts, read, strict=True))


def _is_evident(line: str, part: re.Match[str], sign: str) -> bool:
    """Tell whether bytes stand in a word, or where none of them would as a sign of its own."""
    begin, end = part.span()
    if all(is_in_place(line, place) for place in range(begin, end)):
        return False
    if not sign.isalpha():
        return end - begin > 2 or _USUAL.match(sign) is not None
    return line[begin - 1 : begin].isalpha() or line[end : end + 1].isalpha()


def _read_again(line: str, encoding: str) -> str | None:
    """Return a line as it was before; nothing where it has signs that were no bytes of UTF-8."""
    try:
        read = _bytes(line, encoding).decode("utf-8", "surrogateescape")
    except UnicodeError:
        return None
    halves = set(_HALVES.findall(read))
    if halves - _LOST or (halves and encoding != "cp1252"):
        return None
    read = read.replace("\udcc2", "Â").replace("\udcc3", "Ã") if halves else read
    return None if read == line else read


def _bytes(line: str, encoding: str) -> bytes:
    """Return the bytes that a line was read from; `translate` takes ten times as long as what knows less."""
    try:
        return line.encode(encoding)
    except UnicodeError:
        return line.translate(_bytes_of(encoding)).encode("latin-1")


@cache
def _bytes_of(encoding: str) -> dict[int, int]:
    """Return the byte of every sign beyond ASCII; for Windows also of those that it leaves open."""
    found = {sign: 0xFFFF for sign in range(0x80, 0x100)}
    for byte in range(0x80, 0x100):
        sign = bytes([byte]).decode(encoding, "replace")
        found[ord(sign)] = byte
    if encoding == "cp1252":
        found |= {byte: byte for byte in range(0x80, 0x100)}
    found.pop(0xFFFD, None)
    return found


def _shown(before: str, after: str) -> tuple[str, str]:
    """Return the part of both in which they begin to differ."""
    same = next(
        (place for place, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), 0
    )
    begin = max(0, same - _SHOWN // 2)
    return before[begin : begin + _SHOWN].strip(), after[begin : begin + _SHOWN].strip()
