"""In which encoding a file is that is no UTF-8."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from bertviz_core.errors import InputError

WESTERN = ("cp1252", "iso8859-15", "mac-roman", "cp850")
"""Encodings that Western Europe and America wrote before UTF-8: Windows, Unix, the old Mac, DOS."""

OFFERED = {
    "utf-8": "UTF-8",
    "cp1252": "Windows-1252",
    "mac-roman": "MacRoman",
    "cp850": "DOS (850)",
    "iso8859-15": "ISO 8859-15",
    "utf-16": "UTF-16",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
}
"""Python's names of those that a page offers, with what people call them."""

_ENOUGH, _DOUBTFUL, _SIGNS_ENOUGH = 0.55, 0.75, 10
_LOOKED_AT, _BEFORE, _BEHIND = 20_000, 40, 120
"""Bytes: in all, and around a sign that is no ASCII."""

_FREQUENT, _RARE = frozenset("áéíóúñüãõâêôçàèäöß"), frozenset("åæëìîïòøùûý")
_UPPER = frozenset("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝ")
_OF_A_RARE_LETTER = 0.6
_STEERING = re.compile("[\x80-\x84\x86-\x9f]")
_SHORT_FORMS = re.compile(r"(s|t|m|d|ll|re|ve)\b", re.IGNORECASE)
_ELIDED, _AFTER_ELISION = "ldjmtnscq", "aeiouhéêyà"


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
    sample = _sample(data)
    read = {name: text for name in WESTERN if (text := _decoded(sample, name)) is not None}
    likely = sorted(((_share_in_place(text), name) for name, text in read.items()), key=lambda one: -one[0])
    if not likely or likely[0][0] < _ENOUGH:
        return _verdict(data, likely[0][1] if likely else "latin-1")
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


def _share_in_place(text: str) -> float:
    """Return the share of the signs beyond ASCII that stand where they are usual.

    Three of them in a row are a word in another script, or none.
    """
    runs = [(found.start(), found.end()) for found in re.finditer(r"[^\x00-\x7f]+", text)]
    fits = sum(
        _is_in_place(text, place) * (_OF_A_RARE_LETTER if text[place] in _RARE else 1)
        for begin, end in runs
        if end - begin < 3
        for place in range(begin, end)
    )
    return fits / max(1, sum(end - begin for begin, end in runs))


def _is_in_place(text: str, place: int) -> bool:
    """Tell whether a sign is usual between its neighbours: a dash within a word is not, nor `È` in `cafÈ`."""
    sign = text[place]
    before, behind = text[place - 1] if place else "\n", text[place + 1] if place + 1 < len(text) else "\n"
    if sign in _FREQUENT or sign in _RARE:
        return not (before.isupper() and behind.isupper() and place > 1 and text[place - 2].isupper())
    if sign in _UPPER:
        return not before.islower() and not (before.isalpha() and behind.islower())
    if sign == "œ":
        return behind in "uit"
    if sign in "¿¡“‘„«":
        return not before.isalnum() and not behind.isspace()
    if sign in "”»":
        return not behind.isalpha() and not before.isspace()
    if sign == "’":
        return _is_apostrophe(before, behind, text[place + 1 : place + 4])
    if sign in "–—":
        return _is_dash(sign, text[max(0, place - 2) : place], text[place + 1 : place + 3])
    if sign == "…":
        return not before.isspace() or behind.isalnum()
    if sign in "€£¥¢½¼¾":
        return before.isdigit() or behind.isdigit() or (before.isspace() and not behind.isalpha())
    if sign in "ºª°²³":
        return (before.isalnum() or before == ".") and not behind.isalnum()
    if sign == "\xa0":
        return not (before.isspace() or behind.isspace() or (before.isalpha() and behind.isalpha()))
    return sign in "©®™§±×÷·" and not before.isalpha() and not behind.isalpha()


def _is_apostrophe(before: str, behind: str, rest: str) -> bool:
    if not behind.isalpha():
        return before.isalnum()
    elided = before.lower() in _ELIDED and behind.lower() in _AFTER_ELISION
    return before.isalpha() and (elided or _SHORT_FORMS.match(rest) is not None)


def _is_dash(sign: str, before: str, behind: str) -> bool:
    """Tell whether a dash stands between words, or opens a speech; one within a word does not."""
    if before[-1:].isalpha() and behind[:1].isalpha():
        return before.isalpha() and behind.isalpha() and (sign == "—" or behind[:1].isupper())
    if before[-1:].isalpha():
        return not behind[:1].isspace()
    return sign == "—" or not behind[:1].isalpha() or behind[:1].isupper()
