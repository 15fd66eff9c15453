"""In which encoding a file is that is no UTF-8."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from bertviz_core.errors import InputError
from bertviz_core.training.data.sign_places import share_in_place

WESTERN = ("cp1252", "iso8859-15", "mac-roman", "cp850", "cp860")
"""Encodings of Western Europe and America before UTF-8: Windows, Unix, the old Mac, DOS, DOS in Portugal."""

OFFERED = {
    "utf-8": "UTF-8",
    "cp1252": "Windows-1252",
    "mac-roman": "MacRoman",
    "cp850": "DOS (850)",
    "cp860": "DOS (860)",
    "iso8859-15": "ISO 8859-15",
    "utf-16": "UTF-16",
    "utf-7": "UTF-7",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
}
"""Python's names of those that a page offers, with what people call them."""

_ENOUGH, _DOUBTFUL, _SIGNS_ENOUGH = 0.55, 0.75, 10
_LOOKED_AT, _BEFORE, _BEHIND = 20_000, 40, 120
"""Bytes: in all, and around a sign that is no ASCII."""

_STEERING = re.compile("[\x80-\x84\x86-\x9f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEncoding:
    """What is most likely, and how sure that is."""

    name: str
    """As Python calls it."""
    certainty: float = 1.0
    """In [0, 1]."""
    other: str = ""
    """The next likely one under which the file says something else."""
    doubtful: bool = False
    """Somebody should look at it."""


def checked_encoding(name: str) -> str:
    """Return Python's name of an encoding that somebody named.

    Raises:
        InputError: There is none of that name, or it is none of texts.
    """
    from charset_normalizer.constant import IANA_SUPPORTED

    try:
        found = codecs.lookup(name.strip()).name
    except (LookupError, ValueError):
        found = ""
    if found not in {"utf-8-sig", *(codecs.lookup(known).name for known in IANA_SUPPORTED)}:
        raise InputError(
            "“{name}” is no encoding that is known here. Name one of {offered}.",
            name=name[:40],
            offered=", ".join(OFFERED),
        )
    return found


def encoding_name(name: str) -> str:
    """Return what people call an encoding."""
    return OFFERED.get(name, name)


def find_encoding(data: bytes) -> FoundEncoding:
    """Find out the encoding of bytes that are no UTF-8.

    charset-normalizer, which knows a hundred encodings, takes a handful of Spanish or Portuguese words for
    Chinese or Czech. So the Western ones are asked first: do the signs beyond ASCII stand where people who
    write with Latin letters put them? Only where they do not is its verdict taken.
    """
    found = likely_western(data)
    return found if found.certainty else _verdict(data, found.name)


def likely_western(data: bytes) -> FoundEncoding:
    """Find out which Western encoding puts signs where they are usual; of no certainty where none does."""
    sample = _sample(data)
    read = {name: text for name in WESTERN if (text := _decoded(sample, name)) is not None}
    likely = sorted(((share_in_place(text), name) for name, text in read.items()), key=lambda one: -one[0])
    if not likely or likely[0][0] < _ENOUGH:
        return FoundEncoding(name=likely[0][1] if likely else "latin-1", certainty=0.0, doubtful=True)
    best, name = likely[0]
    second, other = next(((p, n) for p, n in likely[1:] if read[n] != read[name]), (0.0, ""))
    signs = min(_SIGNS_ENOUGH, sum(sign > "\x7f" for sign in read[name]))
    certainty = 1 / (1 + (second / best) ** signs)
    return FoundEncoding(
        name=name,
        certainty=certainty,
        other=other if second else "",
        doubtful=certainty < _DOUBTFUL,
    )


def _verdict(data: bytes, usual: str) -> FoundEncoding:
    """Return what charset-normalizer says; it calls the share of signs that are out of place chaos."""
    from charset_normalizer import from_bytes

    first = re.search(rb"[\x80-\xff]", data)
    begin = 0 if first is None else data.rfind(b"\n", 0, first.start()) + 1
    part = data[begin : begin + _LOOKED_AT]
    best = from_bytes(part, enable_fallback=False).best()
    if best is None:
        return FoundEncoding(name=usual, certainty=0.0, doubtful=True)
    name = codecs.lookup(best.encoding).name
    if str(best) == _decoded(part, usual):
        name = usual  # those that differ in signs which are not there
    return FoundEncoding(
        name=name, certainty=1 - best.chaos, other="" if name == usual else usual, doubtful=True
    )


def _sample(data: bytes) -> bytes:
    """Return the surroundings of signs beyond ASCII, enough to judge by."""
    parts, size, done = [], 0, 0
    for found in re.finditer(rb"[\x80-\xff]+", data):
        if found.start() < done:
            continue
        done = found.end() + _BEHIND
        parts.append(data[max(0, found.start() - _BEFORE) : done])
        size += len(parts[-1])
        if size > _LOOKED_AT:
            break
    return b"\n".join(parts)


def _decoded(data: bytes, name: str) -> str | None:
    """Return a text; none where a byte is no sign, or one that steers a terminal."""
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        return None
    return None if _STEERING.search(text) else text
