"""How tags say where entities begin and end: the scheme is recognised, and all become BIO2."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bertviz_core.errors import N_, InputError
from bertviz_core.results import Note

OUTSIDE: Final = "O"
NAMELESS: Final = "ENT"
"""Class of entities whose tags name none: bare `B` and `I`."""

SCHEMES: Final = ("bio2", "iob1", "io", "bioes", "bilou", "bmeso", "names", "classes")
"""Those in which first letters say where an entity begins (Ramshaw and Marcus 1995, Ratinov and Roth 2009);
`names` of classes beside `O`; and `classes` of words."""

_LETTERS = {"bio2": "BI", "iob1": "BI", "io": "I", "bioes": "BIES", "bilou": "BILU", "bmeso": "BMESW"}
_ALL = "BIELSUMW"
_GOES_ON, _ENDS = set("IELM"), set("ESLUW")
_PREFIXED = re.compile(rf"([{_ALL}])(?:[-_](.*))?", re.DOTALL)
_SMALL = re.compile(rf"([{_ALL.lower()}])(?=[-_]|$)")
_SUFFIXED = re.compile(rf"(.+)[-_]([{_ALL}])", re.DOTALL)
_REMEDY = N_("If they mean something else, choose another reading of the tags.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTags:
    """The tags of sentences in one form, and how they were written."""

    tags: tuple[tuple[str, ...], ...]
    """Of each sentence: BIO2, or classes of words as they are."""
    scheme: str
    """One of `SCHEMES`."""
    note: Note


def read_scheme(sentences: Sequence[Sequence[str]], scheme: str = "") -> ReadTags:
    """Return the tags of entities as BIO2, and those that are classes of words as they are.

    Args:
        sentences: The tags of each, at least two different ones in all.
        scheme: One of `SCHEMES`; found out when left out.

    Raises:
        InputError: There is no such scheme, the tags are not of it, or only some say where an entity begins.
    """
    if scheme and scheme not in SCHEMES:
        raise InputError(
            "There is no scheme “{scheme}” of tags. Choose one of {schemes}.",
            scheme=scheme,
            schemes=", ".join(SCHEMES),
        )
    if scheme != "classes":
        sentences = _in_one_form(sentences)
    known = {tag for tags in sentences for tag in tags}
    found = scheme or _recognised(known)
    if found == "classes":
        return ReadTags(tags=tuple(map(tuple, sentences)), scheme=found, note=_note(found, known, sentences))
    if scheme in _LETTERS:
        _require_scheme(known - {OUTSIDE}, scheme)
    parts = [[_parted(tag, found) for tag in tags] for tags in sentences]
    if not scheme and found == "bio2" and _is_iob1(parts):
        found = "iob1"
    return ReadTags(
        tags=tuple(_as_bio2(tags) for tags in parts), scheme=found, note=_note(found, known, sentences)
    )


def class_of(tag: str, scheme: str) -> str:
    """Return the class that a tag of `read_scheme` names."""
    return tag if scheme == "classes" or tag == OUTSIDE else tag[2:]


def renamed(tag: str, scheme: str, names: Mapping[str, str]) -> str:
    """Return a tag as it was written with another name of its class.

    Args:
        tag: As it was written.
        scheme: In which it was read.
        names: The new name of each class that gets one.
    """
    if tag in names or scheme in ("names", "classes"):
        return names.get(tag, tag)
    if found := _PREFIXED.fullmatch(tag):
        return tag if not found[2] else f"{found[1]}-{names.get(found[2], found[2])}"
    if found := _SUFFIXED.fullmatch(tag):
        return f"{found[2]}-{names.get(found[1], found[1])}"
    return tag[:2] + names.get(tag[2:], tag[2:])  # small letters


def _in_one_form(sentences: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Write small letters large and what stands behind the name before it, where all tags are so."""
    known = {tag for tags in sentences for tag in tags}
    forms: dict[str, str] = {}
    if "o" in known and len(known) > 1 and all(tag == "o" or _SMALL.match(tag) for tag in known):
        forms = {tag: tag[0].upper() + tag[1:] for tag in known}
    others = known - {OUTSIDE}
    behind = {tag: found for tag in others if (found := _SUFFIXED.fullmatch(tag))}
    if behind.keys() == others and any(found[2] == "B" for found in behind.values()):
        if not all(map(_is_prefixed, others)):
            forms = {tag: f"{found[2]}-{found[1]}" for tag, found in behind.items()}
    return [[forms.get(tag, tag) for tag in tags] for tags in sentences] if forms else sentences


def _recognised(known: set[str]) -> str:
    """Tell the scheme by the tags that there are.

    Raises:
        InputError: Some say where an entity begins, others do not.
    """
    others = known - {OUTSIDE}
    prefixed = {tag for tag in others if _is_prefixed(tag)}
    letters = {tag[0] for tag in others}
    bare = not prefixed and all(_PREFIXED.fullmatch(tag) for tag in others) and _are_letters(letters)
    if bare and (OUTSIDE in known or {"B"} < letters) and letters & {"B", "I"}:
        return _by_letters(letters)
    if prefixed and prefixed != others:
        raise InputError(
            "Some tags say where an entity begins (“{prefixed}”), others do not (“{bare}”). Write all "
            "of them in one way.",
            prefixed=min(prefixed),
            bare=min(others - prefixed),
        )
    if prefixed:
        return _by_letters(letters)
    return "names" if OUTSIDE in known else "classes"


def _are_letters(letters: set[str]) -> bool:
    return any(letters <= set(allowed) for allowed in _LETTERS.values())


def _by_letters(letters: set[str]) -> str:
    if letters & {"M", "W"}:
        return "bmeso"
    if letters & {"L", "U"}:
        return "bilou"
    if letters & {"E", "S"}:
        return "bioes"
    return "io" if letters == {"I"} else "bio2"


def _require_scheme(tags: set[str], scheme: str) -> None:
    for tag in sorted(tags):
        found = _PREFIXED.fullmatch(tag)
        if found is None or found[1] not in _LETTERS[scheme]:
            raise InputError(
                "The tag “{tag}” is none of the scheme {scheme}. Choose another scheme, or leave it out: it "
                "is found out then.",
                tag=tag,
                scheme=scheme,
            )


def _parted(tag: str, scheme: str) -> tuple[str, str]:
    """Return the letter and the class of a tag; no class for what is outside."""
    if tag == OUTSIDE:
        return tag, ""
    if scheme == "names":
        return "I", tag
    found = _PREFIXED.fullmatch(tag)
    return (found[1], found[2] or NAMELESS) if found else ("I", tag)


def _as_bio2(parts: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    written, last = [], ""  # class of the entity that goes on
    for place, name in parts:
        if not name:
            written.append(OUTSIDE)
        else:
            written.append(sys.intern(f"{'I' if name == last and place in _GOES_ON else 'B'}-{name}"))
        last = "" if place in _ENDS else name
    return tuple(written)


def _is_iob1(sentences: Iterable[Iterable[tuple[str, str]]]) -> bool:
    """Tell whether entities begin with `I`, and with `B` only where one of their class ends."""
    some = False
    for tags in sentences:
        last = ""
        for place, name in tags:
            if name and place == "B" and name != last:
                return False
            some |= bool(name) and place == "I" and name != last
            last = name
    return some


def _is_prefixed(tag: str) -> bool:
    return len(tag) > 2 and tag[1] in "-_" and tag[0] in _ALL


def _note(scheme: str, known: set[str], sentences: Sequence[Sequence[str]]) -> Note:
    """Say how the tags are read."""
    option = "--scheme NAME"
    if scheme == "classes":
        template = N_("Tags are read as classes of words: each word has one of its own.")
        return Note(kind="scheme", template=template, remedy=_REMEDY, option=option)
    if scheme == "names":
        outside = sum(tag == OUTSIDE for tags in sentences for tag in tags)
        template = N_(
            "Tags are read as names of classes beside “O”: words in a row with the same tag are one entity."
        )
        doubtful = 2 * outside < sum(map(len, sentences))
        return Note(kind="scheme", template=template, remedy=_REMEDY, option=option, doubtful=doubtful)
    if any(len(tag) > 2 for tag in known):
        template = N_("Tags are read as {scheme}: their first letter says where an entity begins and ends.")
        fields = {"scheme": scheme.upper()}
    else:
        template = N_(
            "Tags are read as {scheme} without classes: a letter says where an entity begins and ends. All "
            "entities are called “{name}”."
        )
        fields = {"scheme": scheme.upper(), "name": NAMELESS}
    return Note(kind="scheme", template=template, fields=fields, remedy=_REMEDY, option=option)
